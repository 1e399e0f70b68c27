import AudD

/// A line for each call that ends.
func observability() async throws {
  let audd = try AudD(
    apiToken: "your-token",
    onEvent: { event in
      switch event.kind {
      case .request:
        break  // about to send
      case .response:
        print(
          "\(event.method) \(event.httpStatus ?? 0) request_id=\(event.requestId ?? "-") (\(event.elapsed ?? 0)s)"
        )
      case .exception:
        print("\(event.method) failed: \(event.extras["error_type"]?.value ?? "unknown")")
      }
    }
  )
  _ = try? await audd.recognize("https://audd.tech/example.mp3")
}
