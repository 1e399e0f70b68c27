/// Finds places in references where pairs of a query's peaks occur in the query's order: the first,
/// coarse step of matching.
struct CandidateSearch {
  /// Votes for starts that differ by less than this, in frames, are for one place.
  static let binLength: Float = 4

  /// Of a large index, a search reads the rarest of what it asks for, up to so many postings. They take
  /// about 10 ms; what small catalogs have is below it anyway.
  static let postingBudget = 4_000_000

  /// A candidate that has no more than this share of the best one's votes is chance: what two
  /// recordings share is longer than a twenty-fifth of a query. Clean queries have hundreds of votes, so
  /// this saves looking at all candidates but a few.
  private static let shareOfBest: Float = 0.04

  /// Which of a query's peaks are used.
  var density: PeakDensity
  /// In how many pairs each of them is the first.
  var partners: Int
  /// How many candidates are wanted.
  var limit: Int

  /// Candidates for a query that is neither faster nor higher than the reference.
  func plainCandidates(
    for query: Signature, in index: some ReferenceIndex
  ) throws(RecognitionError) -> [Alignment] {
    var votes: [VoteTable.Place] = []
    try read(pairs(of: query).map(PlainProbe.init), in: index) { probe, posting in
      probe.vote(for: posting, into: &votes)
    }
    return candidates(VoteTable(votes)) { _ in (1, 1) }
  }

  /// Candidates for a query that is faster or higher than the reference, or both.
  func skewedCandidates(
    for query: Signature, in index: some ReferenceIndex
  ) throws(RecognitionError) -> [Alignment] {
    var votes: [VoteTable.Place] = []
    let bins = WarpedFrequency.binsOfEighths
    try read(pairs(of: query).map(SkewedProbe.init), in: index) { probe, posting in
      probe.vote(for: posting, bins, into: &votes)
    }
    return candidates(VoteTable(votes)) { SkewModel.of($0.model) }
  }

  /// The pairs of a query, in the order of their keys: what the index is asked for then lies close
  /// together, which halves the time of a search.
  private func pairs(of query: Signature) -> [PeakPair] {
    PeakPair.pairs(of: query.thinned(to: density).peaks, partners: partners, longest: 50)
      .sorted { $0.key < $1.key }
  }

  /// Hands what the index has in the windows of probes to `body`.
  @inline(__always)
  private func read<Probe: PairProbe>(
    _ probes: [Probe], in index: some ReferenceIndex, _ body: (Probe, Posting) -> Void
  ) throws(RecognitionError) {
    for probe in affordable(probes, in: index) {
      try index.forEachPosting(in: probe.window) { body(probe, $0) }
    }
  }

  /// The probes that the budget suffices for, in order.
  private func affordable<Probe: PairProbe>(
    _ probes: [Probe], in index: some ReferenceIndex
  ) -> [Probe] {
    guard index.postingCount > Self.postingBudget else { return probes }
    let costs = probes.map { probe in
      var cost = 0
      probe.window.forEachKeyRange { cost += index.postingCount(in: $0) }
      return cost
    }
    var (rest, chosen) = (Self.postingBudget, [Int]())
    for place in probes.indices.sorted(by: { costs[$0] < costs[$1] }) {
      rest -= costs[place]
      if rest < 0 { break }
      chosen.append(place)
    }
    return chosen.sorted().map { probes[$0] }
  }

  /// The places that have more votes than their neighbours.
  private func candidates(
    _ table: VoteTable, model: (VotePlace) -> (stretch: Float, skew: Float)
  ) -> [Alignment] {
    var found: [Alignment] = []
    for (packed, count) in table.strongest(8 * limit) {
      let place = VotePlace(packed: packed)
      let (before, after) = (table[place.moved(by: -1).packed], table[place.moved(by: 1).packed])
      guard count > before, count >= after else { continue }
      let neighbour = max(before, after)
      let share = 0.5 * Float(neighbour) / Float(count)
      let center = (Float(place.bin) + 0.5 + (after >= before ? share : -share)) * Self.binLength
      let (stretch, skew) = model(place)
      found.append(
        Alignment(
          reference: place.reference, start: Double(center), stretch: stretch, skew: skew,
          strength: Float(count + neighbour)))
    }
    found.sort { $0.strength > $1.strength }
    let fewest = Self.shareOfBest * (found.first?.strength ?? 0)
    return found.prefix(limit).filter { $0.strength >= fewest }
  }
}
