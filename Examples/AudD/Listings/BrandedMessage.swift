import AudD

/// The words that some refusals carry.
func brandedMessage() async throws {
  let audd = try AudD()
  do {
    _ = try await audd.recognize("https://audd.tech/example.mp3")
  } catch let AudDError.api(detail) where detail.kind == .blocked {
    print("[#\(detail.errorCode)] \(detail.message)")
    if let branded = detail.brandedMessage {
      print("server brand text: \(branded)")
    }
  }
}
