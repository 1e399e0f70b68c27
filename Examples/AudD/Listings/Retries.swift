import AudD

/// More attempts, and none but the first.
func retries() async throws {
  do {
    let audd = try AudD(apiToken: "your-token", maxRetries: 5, backoffFactor: 1.0)
    await audd.close()
  }
  do {
    let audd = try AudD(maxRetries: 1)  // disable retries
    try await audd.recognize("https://audd.tech/example.mp3")
  }
}
