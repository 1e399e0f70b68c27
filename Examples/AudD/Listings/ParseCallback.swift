import AudD
import Foundation

/// The two kinds of events, told apart without a default.
func parseCallback(_ body: Data) async throws {
  let audd = try AudD()
  switch try await audd.streams.parseCallback(body) {
  case .match(let m): print(m.radioID, m.song.artist, m.song.title, m.alternatives.count)
  case .notification(let n): print(n.radioID, n.notificationCode, n.notificationMessage)
  }
}
