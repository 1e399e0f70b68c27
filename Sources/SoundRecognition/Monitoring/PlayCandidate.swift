import Foundation

/// A recording that seems to play: the slices of a broadcast in which it was found, on one line of time.
struct PlayCandidate: Sendable {
  /// A slice of the broadcast in which the recording was found, and where.
  struct Sighting: Sendable {
    /// Where the slice begins and ends in the broadcast.
    let slice: Range<TimeInterval>
    let match: CatalogMatch

    /// How fast the recording runs.
    var rate: Double { 1 + match.timeStretch }

    /// The position in the reference at a time of the broadcast.
    func offset(at time: TimeInterval) -> TimeInterval {
      match.offset + (time - slice.lowerBound) * rate
    }

    /// When a position in the reference is heard.
    func time(of offset: TimeInterval) -> TimeInterval {
      slice.lowerBound + (offset - match.offset) / rate
    }
  }

  private(set) var first: Sighting
  private(set) var last: Sighting
  /// The one with the highest confidence.
  private(set) var best: Sighting
  private(set) var count = 1
  /// In how many slices nothing else was more probable.
  private(set) var leadCount: Int

  var reference: UInt32 { first.match.reference }

  init(_ sighting: Sighting, isLeading: Bool) {
    (first, last, best) = (sighting, sighting, sighting)
    leadCount = isLeading ? 1 : 0
  }

  mutating func append(_ sighting: Sighting, isLeading: Bool) {
    last = sighting
    if sighting.match.confidence > best.match.confidence { best = sighting }
    count += 1
    if isLeading { leadCount += 1 }
  }

  /// By how many seconds a sighting misses the line of the last one, or `nil` when that is too much to
  /// be the same play. Each sighting is measured against the one before, so that a turntable may change
  /// its speed.
  func deviation(of sighting: Sighting) -> Double? {
    let deviation = abs(sighting.match.offset - last.offset(at: sighting.slice.lowerBound))
    let distance = sighting.slice.lowerBound - last.slice.lowerBound
    return deviation <= Self.tolerance + Self.drift * distance ? deviation : nil
  }

  /// Half of what two overlapping slices have in common would be far; a second is a rough estimate's
  /// error, and 3 % what a change of speed does.
  private static let tolerance = 0.75
  private static let drift = 0.03

  /// When it plays, as far as the slices tell.
  ///
  /// A slice is recognized when about a quarter of it is there. So an edge lies, on average, half a step
  /// between the first slice that was recognized and the one before it that was not. When the
  /// reference itself begins, or ends, near there, that is the edge.
  func range(step: TimeInterval, referenceDuration: TimeInterval?) -> Range<TimeInterval> {
    let needed = (first.slice.upperBound - first.slice.lowerBound) / 4
    var start = max(first.slice.lowerBound, first.slice.upperBound - needed - step / 2)
    let beginning = first.time(of: 0)
    if (first.slice.lowerBound - step...first.slice.upperBound).contains(beginning) {
      start = max(0, beginning)
    }
    var end = min(last.slice.upperBound, last.slice.lowerBound + needed + step / 2)
    if let referenceDuration {
      let ending = last.time(of: referenceDuration)
      if (last.slice.lowerBound...last.slice.upperBound + step).contains(ending) { end = ending }
    }
    // What was heard for less than one slice has both edges in it.
    if end <= start {
      (start, end) = (first.slice.lowerBound, last.slice.upperBound)
    }
    return start..<end
  }

  /// The play in a range of time.
  func play(in range: Range<TimeInterval>) -> Play {
    Play(
      reference: reference, start: range.lowerBound, end: range.upperBound,
      referenceOffset: max(0, first.offset(at: range.lowerBound)),
      frequencySkew: best.match.frequencySkew, timeStretch: best.match.timeStretch,
      confidence: best.match.confidence, mediaItems: best.match.mediaItems)
  }
}
