import AudD

/// A client with an end of its own.
func lifecycle() async throws {
  let audd = try AudD()
  defer { Task { await audd.close() } }
  try await audd.recognize("https://audd.tech/example.mp3")
}
