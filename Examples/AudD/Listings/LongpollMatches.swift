import AudD

/// The songs of a stream, by polling. Ends after the first, where the document goes on for ever.
func longpollMatches() async throws {
  let audd = try AudD()
  try await audd.streams.setCallbackURL("https://audd.tech/empty/")
  let radioID = 1  // any integer you choose — your handle for this stream
  let poll = try await audd.streams.longpoll(radioID: radioID)
  defer { Task { await poll.close() } }
  for await match in poll.matches {
    print("\(match.song.artist) — \(match.song.title)")
    break
  }
}
