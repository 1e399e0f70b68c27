/// Tells whether two recordings of a catalog are alike where they were found in a broadcast: mixes of one
/// song, a song under two names, or a sample and what it was taken for.
///
/// *Thread-safe*: a value.
struct AlikeRecordings: Sendable {
  let index: SegmentedIndex
  private let matcher = SignatureMatcher()

  init(_ index: SegmentedIndex) { self.index = index }

  /// Whether what `candidate` has in the slice where it was found best is found in `other`, too.
  func areAlike(_ candidate: PlayCandidate, _ other: PlayCandidate) -> Bool {
    let best = candidate.best
    guard let signature = try? index.catalogReference(candidate.reference).signature else {
      return false
    }
    let start = max(0, Int(1000 * best.match.offset))
    let end = min(
      Int(1000 * best.offset(at: best.slice.upperBound)), Int(1000 * signature.duration))
    guard start < end,
      let matches = try? matcher.matches(for: signature.part(start..<end), in: index)
    else { return false }
    return matches.contains { $0.reference == other.reference }
  }
}
