import AudD

/// On the server, which holds the token.
func identifierForConsumers() async throws -> String {
  let audd = try AudD()
  let identifier = await audd.streams.deriveLongpollCategory(radioID: 1)
  // ship `identifier` to the consumer over your own transport
  return identifier
}

/// In the consumer, which has nothing but the identifier. Ends after the first song, where the document
/// goes on for ever.
func tokenlessConsumer(_ receivedIdentifier: String) async throws {
  let consumer = LongpollConsumer(category: receivedIdentifier)
  defer { consumer.close() }
  let poll = consumer.iterate()
  defer { Task { await poll.close() } }
  for await match in poll.matches {
    print("\(match.song.artist) — \(match.song.title)")
    break
  }
}
