import AudD

/// All families of errors.
func handleErrors() async throws {
  let audd = try AudD()
  do {
    _ = try await audd.recognize("https://audd.tech/example.mp3")
  } catch let AudDError.api(detail) where detail.kind == .authentication {
    // 900 / 901 / 903
    print("check your token: [#\(detail.errorCode)] \(detail.message)")
  } catch let AudDError.api(detail) where detail.kind == .quota {
    // 902
    print("out of quota: \(detail.message)")
  } catch let AudDError.api(detail) where detail.kind == .rateLimit {
    // 611, HTTP 429
    print("rate limited: \(detail.message)")
  } catch let AudDError.api(detail) where detail.kind == .invalidAudio {
    // 300 / 400 / 500
    print("audio rejected: \(detail.message)")
  } catch let AudDError.api(detail) where detail.kind == .customCatalogAccess {
    // 904 from custom_catalog.add
    print("custom catalog: \(detail.message)")
  } catch let AudDError.api(detail) {
    // Catch-all for any server-reported error
    print(
      "AudD #\(detail.errorCode): \(detail.message) (request_id=\(detail.requestID ?? "-"))")
  } catch AudDError.connection(let message, _) {
    print("connection: \(message)")
  } catch AudDError.serverError(let status, let message, _, _) {
    print("server error HTTP \(status): \(message)")
  } catch AudDError.serializationError(let message, _) {
    print("decode: \(message)")
  }
}
