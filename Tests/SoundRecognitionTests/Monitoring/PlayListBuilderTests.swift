import Foundation
import SoundRecognition
import Testing

/// Slices of ten seconds, one every five.
@Suite struct PlayListBuilderTests {
  private static let step = 5.0

  /// A recording that plays in a broadcast.
  private struct Part {
    var reference: UInt32
    var time: Range<Double>
    var offset = 0.0
    var stretch = 0.0
    var confidence = 0.9

    /// What a slice tells of it, when there is enough of it in the slice.
    func match(in slice: Range<Double>) -> CatalogMatch? {
      let common = time.clamped(to: slice)
      guard common.upperBound - common.lowerBound >= 2.5 else { return nil }
      return CatalogMatch(
        reference: reference,
        offset: offset + (slice.lowerBound - time.lowerBound) * (1 + stretch),
        frequencySkew: stretch, timeStretch: stretch, confidence: confidence, mediaItems: [])
    }
  }

  private func plays(
    _ parts: [Part], until end: Double, durations: [UInt32: Double] = [:],
    hiding hidden: ClosedRange<Double>? = nil,
    extra: (Range<Double>) -> [CatalogMatch] = { _ in [] }
  ) -> [Play] {
    var builder = PlayListBuilder(step: Self.step) { durations[$0] }
    var plays: [Play] = []
    for start in stride(from: 0, through: end - 10, by: Self.step) {
      let slice = start..<start + 10
      let isHidden = hidden?.contains(start) == true
      let matches = isHidden ? [] : parts.compactMap { $0.match(in: slice) }
      plays += builder.append(matches + extra(slice), in: slice)
    }
    return plays + builder.finish()
  }

  private func expect(
    _ play: Play?, _ reference: UInt32, _ time: Range<Double>, tolerance: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let play else {
      Issue.record("The play is missing.", sourceLocation: sourceLocation)
      return
    }
    #expect(play.reference == reference, sourceLocation: sourceLocation)
    #expect(
      abs(play.start - time.lowerBound) <= tolerance
        && abs(play.end - time.upperBound) <= tolerance,
      "\(play.start)..<\(play.end) instead of \(time)", sourceLocation: sourceLocation)
  }

  @Test func wholeRecordingsBeginAndEndWhereTheyDo() {
    let parts = [
      Part(reference: 1, time: 20..<220), Part(reference: 2, time: 223..<400),
      Part(reference: 3, time: 400..<500),
    ]
    let plays = plays(parts, until: 520, durations: [1: 200, 2: 177, 3: 100])
    #expect(plays.count == 3)
    for (play, part) in zip(plays, parts) {
      expect(play, part.reference, part.time, tolerance: 0.01)
      #expect(play.referenceOffset == 0)
    }
  }

  @Test func partsOfRecordingsHaveEdgesWithinHalfAStep() {
    let part = Part(reference: 1, time: 33..<97, offset: 60)
    let plays = plays([part], until: 200, durations: [1: 300])
    #expect(plays.count == 1)
    expect(plays.first, 1, part.time, tolerance: Self.step / 2 + 0.01)
    #expect(abs((plays.first?.referenceOffset ?? 0) - 60) <= Self.step / 2 + 0.01)
  }

  @Test func anAnnouncementDoesNotEndAPlay() {
    let part = Part(reference: 1, time: 10..<200)
    #expect(plays([part], until: 220, hiding: 90...110).count == 1)
    // A minute does.
    #expect(plays([part], until: 220, hiding: 90...140).count == 2)
  }

  @Test func aRecordingThatBeginsAgainIsAnotherPlay() {
    let parts = [Part(reference: 1, time: 0..<100), Part(reference: 1, time: 100..<200)]
    let plays = plays(parts, until: 200, durations: [1: 100])
    #expect(plays.count == 2)
    expect(plays.first, 1, 0..<100, tolerance: 0.01)
    expect(plays.last, 1, 100..<200, tolerance: 0.01)
  }

  @Test func aPartThatOccursTwiceDoesNotBreakAPlay() {
    let part = Part(reference: 1, time: 0..<200)
    let plays = plays([part], until: 200, durations: [1: 200]) { slice in
      // The refrain at 40 comes again at 140, with the best answer now here, now there.
      guard (40..<70).contains(slice.lowerBound) else { return [] }
      return [CatalogMatch(reference: 1, offset: slice.lowerBound + 100, mediaItems: [])]
    }
    #expect(plays.count == 1)
    expect(plays.first, 1, 0..<200, tolerance: 0.01)
  }

  @Test func aChangingSpeedIsFollowed() {
    let parts = [
      Part(reference: 1, time: 0..<60, stretch: 0.02),
      Part(reference: 1, time: 60..<120, offset: 61.2, stretch: 0.05),
    ]
    #expect(plays(parts, until: 140).count == 1)
  }

  @Test func oneSliceAloneMustBeAllButCertain() {
    let unsure = Part(reference: 1, time: 40..<47, confidence: 0.95)
    let sure = Part(reference: 2, time: 80..<87, confidence: 0.9995)
    // Slices that begin at 40 and 80 hold them, and no others enough.
    let plays = plays([], until: 200) { slice in
      [unsure, sure].filter { $0.time.lowerBound == slice.lowerBound }
        .compactMap { $0.match(in: slice) }
    }
    #expect(plays.map(\.reference) == [2])
  }

  @Test func aDuplicateInTheCatalogIsReportedOnce() {
    let parts = [
      Part(reference: 1, time: 0..<100, confidence: 0.99),
      Part(reference: 2, time: 0..<100, confidence: 0.98),
    ]
    #expect(plays(parts, until: 140).map(\.reference) == [1])
  }

  @Test func aSampleInASongIsNotAPlayButAJingleOverItIs() {
    let song = Part(reference: 1, time: 0..<200)
    let sample = Part(reference: 2, time: 50..<80)
    #expect(plays([song, sample], until: 240).map(\.reference) == [1])
    let jingle = Part(reference: 3, time: 50..<62)
    #expect(plays([jingle, song], until: 240).map(\.reference) == [1, 3])
  }

  @Test func overlappingSongsAreBothThere() {
    let parts = [Part(reference: 1, time: 0..<108), Part(reference: 2, time: 100..<200)]
    let plays = plays(parts, until: 240, durations: [1: 108, 2: 100])
    #expect(plays.map(\.reference) == [1, 2])
    expect(plays.first, 1, 0..<108, tolerance: 0.01)
    expect(plays.last, 2, 100..<200, tolerance: 0.01)
  }

  @Test func aPlayIsGivenOutWhenTheNextOneHasBegun() {
    var builder = PlayListBuilder(step: Self.step)
    let parts = [Part(reference: 1, time: 0..<100), Part(reference: 2, time: 100..<400)]
    var given: Double?
    for start in stride(from: 0.0, to: 390, by: Self.step) where given == nil {
      let slice = start..<start + 10
      let plays = builder.append(parts.compactMap { $0.match(in: slice) }, in: slice)
      if !plays.isEmpty { given = start }
    }
    #expect((given ?? .infinity) <= 140)
  }
}
