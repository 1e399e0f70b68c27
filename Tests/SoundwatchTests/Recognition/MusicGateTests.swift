import Testing

@testable import Soundwatch

@Suite struct MusicGateTests {
  /// Feeds scores of 40 ms each, and gives the changes with the milliseconds that they are said and
  /// meant for.
  private func changes(_ scores: [(Float, seconds: Double)]) -> [String] {
    var gate = MusicGate(MusicGate.Rules(), sampleRate: 1000)
    var time: Int64 = 0
    var changes: [String] = []
    for (score, seconds) in scores {
      for _ in 0..<Int((seconds / 0.04).rounded()) {
        switch gate.accept(score, from: time, to: time + 40) {
        case .opened(let start): changes.append("\(time + 40): open from \(start)")
        case .closed(let end): changes.append("\(time + 40): closed at \(end)")
        case nil: break
        }
        time += 40
      }
    }
    return changes
  }

  @Test func clearMusicOpensAndItsEndCloses() {
    #expect(
      changes([(0.1, 2), (0.9, 10), (0.05, 5)]) == [
        "2600: open from 2000", "14000: closed at 12000",
      ])
  }

  @Test func aFewNotesDoNotOpen() {
    #expect(changes([(0.1, 2), (0.9, 0.4), (0.1, 2), (0.9, 0.4), (0.1, 2)]) == [])
  }

  @Test func aBeginningWithBreaksOpensLater() {
    #expect(
      changes([(0.9, 0.4), (0.1, 0.2), (0.9, 1)]) == ["1000: open from 0"])
  }

  @Test func aPauseOrASpokenWordDoesNotClose() {
    #expect(
      changes([(0.9, 2), (0.05, 1.6), (0.9, 2), (0.3, 30)]).count == 1)
  }

  @Test func aSingleMomentLikeMusicDoesNotKeepItOpen() {
    let speech = (0..<10).flatMap { _ in [(Float(0.05), seconds: 0.6), (Float(0.4), seconds: 0.04)]
    }
    #expect(changes([(0.9, 2)] + speech).count == 2)
  }
}
