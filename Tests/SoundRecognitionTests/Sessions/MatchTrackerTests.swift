import Foundation
import Testing

@testable import SoundRecognition

@Suite struct MatchTrackerTests {
  private let tracker = Box()

  private func match(
    _ reference: UInt32, _ offset: Double, stretch: Double = 0, skew: Double = 0,
    items: [MediaItem] = []
  ) -> CatalogMatch {
    CatalogMatch(
      reference: reference, offset: offset, frequencySkew: skew, timeStretch: stretch,
      mediaItems: items)
  }

  private func primary(at position: Double) -> (UInt32?, Double?) {
    (
      tracker.value.tracked.first?.match.reference,
      tracker.value.tracked.first?.offset(at: position)
    )
  }

  @Test func whatGoesOnIsNoNews() {
    #expect(tracker.found([match(1, 10)], queryStart: 0, at: 3))
    #expect(!tracker.found([match(1, 13.05)], queryStart: 3, at: 6))
    #expect(!tracker.found([match(1, 15.95)], queryStart: 6, at: 9))
  }

  @Test func anotherRecordingIsNews() {
    #expect(tracker.found([match(1, 10)], queryStart: 0, at: 3))
    #expect(tracker.found([match(2, 0)], queryStart: 3, at: 6))
    #expect(primary(at: 6) == (2, 3))
  }

  @Test func anotherPlaceIsNews() {
    #expect(tracker.found([match(1, 10)], queryStart: 0, at: 3))
    #expect(tracker.found([match(1, 60)], queryStart: 3, at: 6))
    #expect(primary(at: 6) == (1, 63))
  }

  @Test func ofARepeatTheExpectedPlaceIsFollowed() {
    #expect(tracker.found([match(1, 10), match(1, 40)], queryStart: 0, at: 3))
    #expect(!tracker.found([match(1, 43), match(1, 13)], queryStart: 3, at: 6))
    #expect(primary(at: 6) == (1, 16))
  }

  @Test func aStretchedRecordingMovesFaster() {
    #expect(tracker.found([match(1, 10, stretch: 0.05)], queryStart: 0, at: 12))
    #expect(!tracker.found([match(1, 22.6, stretch: 0.05)], queryStart: 12, at: 24))
    #expect(tracker.found([match(1, 34, stretch: 0.05)], queryStart: 24, at: 27))
  }

  @Test func aDuplicateThatComesAndGoesIsNewsOnce() {
    #expect(tracker.found([match(1, 10)], queryStart: 0, at: 3))
    #expect(tracker.found([match(2, 13), match(1, 13)], queryStart: 3, at: 6))
    #expect(primary(at: 6) == (1, 16))
    #expect(!tracker.found([match(1, 16)], queryStart: 6, at: 9))
    #expect(!tracker.found([match(2, 19), match(1, 19)], queryStart: 9, at: 12))
    // Once only the other one is found, it is not yet gone; the second time it is.
    #expect(!tracker.found([match(2, 22)], queryStart: 12, at: 15))
    #expect(tracker.found([match(2, 25)], queryStart: 15, at: 18))
    #expect(primary(at: 18) == (2, 28))
  }

  @Test func afterALossTheSameIsNews() {
    #expect(tracker.found([match(1, 10)], queryStart: 0, at: 3))
    tracker.value.lose()
    #expect(!tracker.value.isTracking)
    #expect(tracker.found([match(1, 30)], queryStart: 20, at: 23))
  }

  @Test func aChangeOfSkewThatChangesTheItemsIsNews() {
    let items = [
      MediaItem(properties: [.title: "up", .frequencySkewRanges: [Float(0.01)..<0.1]]),
      MediaItem(properties: [.title: "plain"]),
    ]
    #expect(tracker.found([match(1, 10, items: items)], queryStart: 0, at: 3))
    #expect(!tracker.found([match(1, 13, skew: 0.005, items: items)], queryStart: 3, at: 6))
    #expect(tracker.found([match(1, 16, skew: 0.02, items: items)], queryStart: 6, at: 9))
  }

  @Test func boundariesAreNewsOnce() throws {
    let items = [MediaItem(properties: [.title: "a", .timeRanges: [20.0..<25.0]])]
    func titles(at position: Double) -> [String?] {
      tracker.value.items(at: position) { _ in QueryClock { 0 } }.map(\.title)
    }
    #expect(tracker.found([match(1, 10, items: items)], queryStart: 0, at: 3))
    #expect(titles(at: 3) == [nil])
    #expect(tracker.value.nextBoundary == 10)
    #expect(!tracker.advance(to: 9.999))
    #expect(tracker.advance(to: 10))
    #expect(titles(at: 10) == ["a"])
    #expect(!tracker.advance(to: 10.001))
    // A little earlier in the recording than was thought: the range has begun all the same.
    #expect(!tracker.found([match(1, 12.9, items: items)], queryStart: 3, at: 10.01))
    #expect(titles(at: 10.01) == ["a"])
    #expect(tracker.value.nextBoundary.map { abs($0 - 15.1) < 1e-6 } == true)
    #expect(tracker.advance(to: 15.1))
    #expect(titles(at: 15.1) == [nil])
    #expect(tracker.value.nextBoundary == nil)
  }

  @Test func aCorrectionPastABoundaryIsOnePieceOfNews() {
    let items = [MediaItem(properties: [.title: "a", .timeRanges: [20.0..<25.0]])]
    #expect(tracker.found([match(1, 10, items: items)], queryStart: 0, at: 3))
    #expect(tracker.found([match(1, 13.06, items: items)], queryStart: 3, at: 9.95))
    #expect(!tracker.advance(to: 10.1))
  }

  /// Expectations cannot change a value.
  private final class Box {
    var value = MatchTracker()

    func found(_ matches: [CatalogMatch], queryStart: Double, at position: Double) -> Bool {
      value.found(matches, queryStart: queryStart, at: position)
    }

    func advance(to position: Double) -> Bool { value.advance(to: position) }
  }
}
