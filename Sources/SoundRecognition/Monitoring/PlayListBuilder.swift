public import Foundation

/// Makes the list of what played in a broadcast out of what was found in its slices.
///
/// Slices of equal length, each beginning a step later than the one before, are appended as they come;
/// a play is given out when it is over. Slices in which a recording is found at the expected place make
/// one play, also across a gap of half a minute in which somebody speaks, and when the speed changes. A
/// recording that begins again, or goes on elsewhere, is another play. A part that occurs twice in a
/// recording does not break its play. One slice alone counts only when it is all but certain, because
/// over a day there are thousands of slices to be wrong in. Of several recordings that share what is
/// heard, such as two mixes of one song, the best one counts.
///
/// *Confined*: a value with state.
public struct PlayListBuilder: Sendable {
  /// The distance between the starts of slices, in seconds.
  private let step: TimeInterval
  private let referenceDuration: @Sendable (UInt32) -> TimeInterval?
  /// Whether two recordings that were found in the same stretch have the same sound there.
  var areAlike: @Sendable (PlayCandidate, PlayCandidate) -> Bool = { _, _ in false }
  private var open: [PlayCandidate] = []
  /// Over, but still overlapped by one that is not.
  private var closed: [PlayCandidate] = []

  /// The longest gap in a play, in seconds: an announcement over the music.
  private static let longestGap = 30.0
  /// A single slice counts from this confidence on.
  private static let certainty = 0.999

  /// Makes a builder.
  /// - Parameters:
  ///   - step: the distance between the starts of slices, in seconds.
  ///   - referenceDuration: the length of a reference in seconds, where it is known.
  public init(
    step: TimeInterval,
    referenceDuration: @escaping @Sendable (UInt32) -> TimeInterval? = { _ in nil }
  ) {
    self.step = step
    self.referenceDuration = referenceDuration
  }

  /// The start of the earliest play that is not given out yet; `nil` when there is none.
  public var earliestStart: TimeInterval? {
    (open + closed).map(\.first.slice.lowerBound).min()
  }

  /// Takes what was found in the next slice.
  /// - Parameters:
  ///   - matches: all that match, the best first.
  ///   - slice: where the slice lies in the broadcast, in seconds.
  /// - Returns: the plays that are over now, in order.
  public mutating func append(
    _ matches: [CatalogMatch], in slice: Range<TimeInterval>
  ) -> [Play] {
    candidates(after: matches, in: slice).map(play)
  }

  /// Ends the broadcast.
  /// - Returns: the plays that were not over yet, in order.
  public mutating func finish() -> [Play] { lastCandidates().map(play) }

  /// The play that a candidate is.
  func play(_ candidate: PlayCandidate) -> Play { candidate.play(in: range(of: candidate)) }

  /// When a candidate plays, as far as the slices tell.
  func range(of candidate: PlayCandidate) -> Range<TimeInterval> {
    candidate.range(step: step, referenceDuration: referenceDuration(candidate.reference))
  }

  /// Takes what was found in the next slice, and gives out what is over.
  mutating func candidates(
    after matches: [CatalogMatch], in slice: Range<TimeInterval>
  ) -> [PlayCandidate] {
    close { slice.lowerBound - $0.last.slice.upperBound > Self.longestGap }
    var rest = Array(matches.enumerated())
    // The longest play has the first choice.
    for index in open.indices.sorted(by: { open[$0].count > open[$1].count }) {
      let fitting = rest.compactMap { rank, match -> (rank: Int, deviation: Double)? in
        guard match.reference == open[index].reference else { return nil }
        return open[index].deviation(of: .init(slice: slice, match: match)).map { (rank, $0) }
      }
      guard let best = fitting.min(by: { $0.deviation < $1.deviation }) else { continue }
      open[index].append(
        .init(slice: slice, match: matches[best.rank]), isLeading: isLeading(best.rank, matches))
      // At its other offsets it merely repeats itself.
      rest.removeAll { $0.element.reference == open[index].reference }
    }
    while let (rank, match) = rest.first {
      open.append(
        PlayCandidate(
          .init(slice: slice, match: match), isLeading: isLeading(rank, matches)))
      rest.removeAll { $0.element.reference == match.reference }
    }
    return release()
  }

  /// Whether a match is the best, or another offset of the best.
  private func isLeading(_ rank: Int, _ matches: [CatalogMatch]) -> Bool {
    matches[rank].reference == matches[0].reference
  }

  /// Ends the broadcast, and gives out what is left.
  mutating func lastCandidates() -> [PlayCandidate] {
    close { _ in true }
    return release()
  }

  private mutating func close(_ isOver: (PlayCandidate) -> Bool) {
    closed += open.filter {
      isOver($0) && ($0.count > 1 || $0.best.match.confidence >= Self.certainty)
    }
    open.removeAll(where: isOver)
  }

  /// Gives out what nothing that is still open can overlap for long.
  private mutating func release() -> [PlayCandidate] {
    let limit = open.map(\.first.slice.lowerBound).min() ?? .infinity
    let ready = closed.filter { $0.last.slice.lowerBound <= limit }
    guard !ready.isEmpty else { return [] }
    closed.removeAll { $0.last.slice.lowerBound <= limit }
    return withoutRivals(ready)
      .sorted { range(of: $0).lowerBound < range(of: $1).lowerBound }
  }

  /// Leaves one of those that explain the same stretch.
  private func withoutRivals(_ candidates: [PlayCandidate]) -> [PlayCandidate] {
    let ranked = candidates.sorted { ($0.leadCount, $0.count) > ($1.leadCount, $1.count) }
    return ranked.reduce(into: []) { kept, candidate in
      if !kept.contains(where: { isExplained(candidate, by: $0) }) { kept.append(candidate) }
    }
  }

  /// Whether most of a candidate lies in a better one and was not what was heard best there, or is alike.
  /// A jingle over a song is heard best; of two mixes of a song now one is and now the other.
  private func isExplained(_ candidate: PlayCandidate, by better: PlayCandidate) -> Bool {
    let (inner, outer) = (range(of: candidate), range(of: better))
    let common = inner.clamped(to: outer)
    let length = common.upperBound - common.lowerBound
    guard length > (inner.upperBound - inner.lowerBound) / 2 else { return false }
    let isOfTheSameLength = length > 0.8 * (outer.upperBound - outer.lowerBound)
    return candidate.reference == better.reference || isOfTheSameLength
      || 2 * candidate.leadCount < candidate.count || areAlike(candidate, better)
  }
}
