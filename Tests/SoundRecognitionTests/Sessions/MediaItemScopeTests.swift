import Foundation
import Testing

@testable import SoundRecognition

@Suite struct MediaItemScopeTests {
  private static func item(
    _ title: String, _ ranges: [Range<Double>] = [], skews: [Range<Float>] = []
  ) -> MediaItem {
    MediaItem(properties: [.title: title, .timeRanges: ranges, .frequencySkewRanges: skews])
  }

  private func titles(
    _ items: [MediaItem], at offset: Double, skew: Double = 0
  ) -> [String?] {
    let match = CatalogMatch(
      reference: 0, offset: offset, frequencySkew: skew, mediaItems: items)
    return [match].itemsInScope(after: 0, clock: QueryClock { 0 }).map(\.title)
  }

  @Test func rangesAreHalfOpen() {
    let items = [Self.item("a", [10..<20, 30..<40])]
    let inScope = [9.999, 10, 19.999, 20, 29.999, 30, 39.999, 40].map {
      titles(items, at: $0) == ["a"]
    }
    #expect(inScope == [false, true, true, false, false, true, true, false])
  }

  @Test func theRangeThatBeganLastComesFirstAndUnrangedItemsLast() {
    let items = [
      Self.item("always"), Self.item("early", [0..<100]), Self.item("late", [50..<100]),
      Self.item("twice", [10..<20, 40..<60]),
    ]
    #expect(titles(items, at: 55) == ["late", "twice", "early", "always"])
    #expect(titles(items, at: 15) == ["twice", "early", "always"])
    #expect(titles(items, at: 200) == ["always"])
  }

  @Test func aBareItemStandsForAMatchOfNothingInScope() throws {
    let match = CatalogMatch(
      reference: 0, offset: 5, frequencySkew: 0.01, timeStretch: 0.02, confidence: 0.5,
      mediaItems: [Self.item("a", [10..<20])])
    let items = [match].itemsInScope(after: 2, clock: QueryClock { 2 })
    let bare = try #require(items.first)
    #expect(items.count == 1)
    #expect(bare.title == nil)
    #expect(bare.matchOffset == 5 && bare.frequencySkew == 0.01 && bare.confidence == 0.5)
    #expect(abs(bare.predictedCurrentMatchOffset - (5 + 2 * 1.02)) < 1e-6)
  }

  @Test func skewRangesRestrictToo() {
    let items = [
      Self.item("skewed", skews: [0.03..<0.04]), Self.item("plain", skews: [-0.01..<0.01]),
    ]
    #expect(titles(items, at: 0, skew: 0.035) == ["skewed"])
    #expect(titles(items, at: 0, skew: 0) == ["plain"])
    #expect(titles(items, at: 0, skew: 0.04) == [nil])
    let both = [Self.item("both", [10..<20], skews: [0.03..<0.04])]
    #expect(titles(both, at: 15, skew: 0.035) == ["both"])
    #expect(titles(both, at: 15, skew: 0) == [nil])
    #expect(titles(both, at: 5, skew: 0.035) == [nil])
  }

  @Test func allReferencesAreGivenBestFirst() {
    let matches = (0..<3).map { number in
      CatalogMatch(
        reference: UInt32(number), offset: Double(number),
        mediaItems: [
          Self.item("\(number)a"), Self.item("\(number)b", [1..<2]),
        ])
    }
    let items = matches.itemsInScope(after: 0, clock: QueryClock { 0 })
    #expect(items.map(\.title) == ["0a", "1b", "1a", "2a"])
    #expect(items.map(\.matchOffset) == [0, 1, 1, 2])
  }

  @Test func whatIsInScopeIsDecidedByThePlaceThatTheSoundHasReached() {
    let match = CatalogMatch(
      reference: 0, offset: 8, timeStretch: 0.25, mediaItems: [Self.item("a", [10..<20])])
    func title(after elapsed: Double) -> String? {
      [match].itemsInScope(after: elapsed, clock: QueryClock { elapsed }).first?.title
    }
    #expect(title(after: 1.5) == nil)
    #expect(title(after: 1.6) == "a")
  }

  @Test func negativeOffsetsAreBeforeTheReference() {
    #expect(titles([Self.item("a", [0..<10])], at: -1) == [nil])
    #expect(titles([Self.item("a", [-2..<10])], at: -1) == ["a"])
  }
}
