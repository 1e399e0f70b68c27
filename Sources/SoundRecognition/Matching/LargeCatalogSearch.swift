/// Finds candidates in a catalog that is too large to read everything that a query asks for.
///
/// At 100,000 tracks, the pairs of a ten-second query have some eighty million postings. Keys are very
/// unequal, though: a third of a query's probes lead to a hundredth of the postings, and a place that
/// several rare pairs agree on is as good as certain. So the probes are read in the order of how many
/// postings they lead to, the rarest first, up to a budget. Fewer postings also mean fewer chance
/// agreements, so little is lost: with two of eighty million, one in fifty hard queries.
///
/// All references lie on one timeline, so a vote is a subtraction, and which reference it is for is looked
/// up for the few best places only.
struct LargeCatalogSearch {
  let index: SegmentedIndex

  /// An index with more postings is searched in this way: those of some seven hundred tracks of four
  /// minutes.
  static let smallestIndex = 10_000_000

  /// A part of the query that is looked up in one segment.
  private struct Probe {
    var keys: ClosedRange<UInt32>
    var pair: Int32
    var part: Int32
    var cost: Int32
  }

  /// Candidates for a query that is neither faster nor higher than the reference, strongest first.
  /// - Parameter budget: how many postings are read at most.
  func plainCandidates(
    for query: Signature, budget: Int, limit: Int
  ) throws(RecognitionError) -> [Alignment] {
    let pairs = Self.pairs(of: query, density: .perSecond50, partners: 7)
    var votes = TimelineVotes()
    try read(pairs, PlainTimelineProbe.init, budget: budget, into: &votes)
    return alignments(votes.strongest(limit), of: query)
  }

  /// Candidates for a query that is faster or higher than the reference, or both.
  func skewedCandidates(
    for query: Signature, budget: Int, limit: Int
  ) throws(RecognitionError) -> [Alignment] {
    let pairs = Self.pairs(of: query, density: .perSecond30, partners: 5)
    var votes = TimelineVotes()
    try read(pairs, SkewedTimelineProbe.init, budget: budget, into: &votes)
    return alignments(votes.strongest(limit), of: query)
  }

  private static func pairs(
    of query: Signature, density: PeakDensity, partners: Int
  ) -> [QueryPair] {
    let peaks = query.thinned(to: density).peaks
    var pairs: [QueryPair] = []
    for (index, first) in peaks.enumerated() {
      var found = 0
      for second in peaks[(index + 1)...] {
        if second.time - first.time > 50 * 16 || found == partners { break }
        guard let key = PairKey(first, second), second.time - first.time >= 32 else { continue }
        pairs.append(QueryPair(key: key, time: first.time))
        found += 1
      }
    }
    return pairs
  }

  @inline(__always)
  private func read<Window: TimelineProbe>(
    _ pairs: [QueryPair], _ window: (QueryPair) -> Window, budget: Int,
    into votes: inout TimelineVotes
  ) throws(RecognitionError) {
    let windows = pairs.map(window)
    var probes: [Probe] = []
    for (number, part) in index.parts.enumerated() {
      for (pair, window) in windows.enumerated() {
        window.keys.forEachRange { keys in
          let cost = part.segment.postingCount(
            in: PairKey(rawValue: keys.lowerBound)...PairKey(rawValue: keys.upperBound))
          guard cost > 0 else { return }
          probes.append(
            Probe(keys: keys, pair: Int32(pair), part: Int32(number), cost: Int32(clamping: cost)))
        }
      }
    }
    Self.sortByCost(&probes)
    let bases = timelineBases
    var rest = budget
    for probe in probes {
      rest -= Int(probe.cost)
      if rest < 0 { break }
      let window = windows[Int(probe.pair)]
      let base = bases[Int(probe.part)]
      try unsafe index.parts[Int(probe.part)].segment.forEachRun(in: probe.keys) {
        (run) throws(RecognitionError) in
        for entry in unsafe run.entries {
          let (key, place) = unsafe (run.key(entry), run.place(entry))
          window.vote(key, base &+ place, &votes)
        }
      }
    }
  }

  /// By powers of two and eighths of them, which is near enough.
  private static func sortByCost(_ probes: inout [Probe]) {
    func bucket(_ cost: Int32) -> Int {
      let bits = 31 - cost.leadingZeroBitCount
      return bits < 3 ? Int(cost) : bits << 3 | Int(cost >> Int32(bits - 3)) & 7
    }
    var starts = [Int](repeating: 0, count: 257)
    for probe in probes { starts[bucket(probe.cost) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    var sorted = probes
    for probe in probes {
      let bucket = bucket(probe.cost)
      sorted[starts[bucket]] = probe
      starts[bucket] += 1
    }
    probes = sorted
  }

  /// Where each part begins on a timeline of all of them. There is a gap before the first, too.
  private var timelineBases: [UInt32] {
    var base = UInt32(CatalogFormat.gapInFrames)
    return index.parts.map { part in
      defer { base &+= UInt32(part.segment.timelineLength) }
      return base
    }
  }

  /// Finds the references of places on the timeline.
  private func alignments(_ places: [TimelineVotes.Place], of query: Signature) -> [Alignment] {
    let bases = timelineBases
    let halfLength = Float(query.sampleCount / PeakGrid.hopLength) / 2
    return places.compactMap { place -> Alignment? in
      let (stretch, skew) = SkewStep.factors(ofModel: place.model)
      // The middle of the query lies in the reference also where the start lies before it.
      let middle = UInt32(max(0, place.start + Double(stretch * halfLength)))
      let part = bases.partitioningIndex { $0 > middle } - 1
      guard part >= 0 else { return nil }
      let segment = index.parts[part].segment
      guard Int(middle - bases[part]) < segment.timelineLength else { return nil }
      let (number, frame) = segment.position(ofFrame: middle - bases[part])
      guard !index.parts[part].removed.contains(number) else { return nil }
      return Alignment(
        reference: index.parts[part].firstNumber + number,
        start: Double(frame) - (Double(middle) - place.start), stretch: stretch, skew: skew,
        strength: Float(place.votes))
    }
  }
}

/// Two peaks of a query.
struct QueryPair {
  var key: PairKey
  /// When the first of them sounds, in milliseconds.
  var time: Int32
}
