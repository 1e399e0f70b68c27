internal import Glibc

/// Finds the references of an index that a query is a recording of.
///
/// Most queries are clean and neither faster nor higher than the reference: a few of their pairs suffice.
/// What a round of searching does not answer convincingly goes on to the next, which asks for more.
///
/// *Thread-safe*: a value.
package struct SignatureMatcher: Sendable {
  /// The score from which on a match counts. Of 2,000 queries with sound that is in no reference, kept
  /// apart from all tuning, half of them by the makers of the references, one reached it. Songs that one
  /// maker wrote for the same few patches reach 2 to 2.7 now and then.
  package static let defaultThreshold = 2.0

  /// The score from which on matches are returned.
  package let threshold: Double

  package init(threshold: Double = Self.defaultThreshold) { self.threshold = threshold }

  /// The matches that are more than chance, best first. A reference in which the query occurs several
  /// times has several.
  /// - Throws: what the index throws.
  package func matches(
    for query: Signature, in index: some ReferenceIndex
  ) throws(RecognitionError) -> [ReferenceMatch] {
    guard !query.peaks.isEmpty, index.postingCount > 0 else { return [] }
    let query =
      query.duration <= Double(Self.longestQuery)
      ? query : query.part(0..<Self.longestQuery * 1000)
    let verifier = CandidateVerifier(QueryPeaks(query))
    if let large = index as? SegmentedIndex, large.postingCount > LargeCatalogSearch.smallestIndex {
      let verified = try verified(query, verifier, in: LargeCatalogSearch(large))
      return distinct(verified, middle: verifier.query.frameCount / 2).map(\.match)
    }
    var verified: [VerifiedAlignment] = []
    for round in Self.rounds {
      let candidates =
        try round.isSkewed
        ? round.search.skewedCandidates(for: query, in: index)
        : round.search.plainCandidates(for: query, in: index)
      verified += try verify(candidates, with: verifier, in: index)
      if verified.contains(where: { $0.score >= round.convincing }) { break }
    }
    return distinct(verified, middle: verifier.query.frameCount / 2).map(\.match)
  }

  /// A round of searching.
  private struct Round {
    var isSkewed: Bool
    var search: CandidateSearch
    /// The score from which on no further round is needed.
    var convincing: Double
  }

  private static let rounds = [
    Round(
      isSkewed: false,
      search: CandidateSearch(density: .perSecond30, partners: 3, limit: 16), convincing: 4),
    Round(
      isSkewed: true,
      search: CandidateSearch(density: .perSecond20, partners: 2, limit: 16), convincing: 4),
    Round(
      isSkewed: false,
      search: CandidateSearch(density: .perSecond50, partners: 5, limit: 32), convincing: 2.5),
    Round(
      isSkewed: true,
      search: CandidateSearch(density: .perSecond30, partners: 3, limit: 24), convincing: 0),
  ]

  /// Of a longer query, only so many seconds are looked at: they say enough, and memory is bounded.
  private static let longestQuery = 600

  /// The most candidates whose alignment is worked out to the end.
  private static let finalists = 12

  func verify(
    _ candidates: [Alignment], with verifier: CandidateVerifier, in index: some ReferenceIndex
  ) throws(RecognitionError) -> [VerifiedAlignment] {
    let length = verifier.query.frameCount
    var hits: [CandidateVerifier.Hit] = []
    var kept: [(alignment: Alignment, peaks: [SpectralPeak])] = []
    for var alignment in Alignment.merged(candidates, middle: length / 2) {
      let peaks = try index.peaks(of: alignment.reference, in: alignment.times(queryLength: length))
      verifier.improve(&alignment, on: peaks, .wide, &hits)
      kept.append((alignment, peaks))
    }
    kept.sort { $0.alignment.strength > $1.alignment.strength }
    return kept.prefix(Self.finalists).map { start, peaks in
      verifier.verified(start, on: peaks, &hits)
    }
  }

  /// The alignments that count, best first, each only once.
  private func distinct(_ verified: [VerifiedAlignment], middle: Float) -> [VerifiedAlignment] {
    var kept: [VerifiedAlignment] = []
    for candidate in verified.sorted(by: { $0.score > $1.score })
    where candidate.score >= threshold
      && !kept.contains(where: { $0.alignment.isClose(to: candidate.alignment, middle: middle) })
    {
      kept.append(candidate)
    }
    return kept
  }
}

/// An alignment with what it is worth.
struct VerifiedAlignment {
  var alignment: Alignment
  var score: Double
  var survivingShare: Double

  var match: ReferenceMatch {
    ReferenceMatch(
      reference: alignment.reference,
      offset: alignment.start * PeakGrid.secondsPerFrame,
      frequencySkew: Double(alignment.skew) - 1, timeStretch: Double(alignment.stretch) - 1,
      confidence: Self.confidence(score), score: score, survivingShare: survivingShare)
  }

  /// The probability that an alignment with this score is right, where every second query is of a song
  /// in the catalog and the others are of music by the same makers: logistic, with a round middle and
  /// slope set beside a fit to the answers to 544 degraded queries and 2,000 such negatives.
  private static func confidence(_ score: Double) -> Double { 1 / (1 + exp(-5 * (score - 2))) }
}
