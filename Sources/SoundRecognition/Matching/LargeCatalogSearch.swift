/// Finds candidates in a catalog that is too large to read everything that a query asks for.
///
/// At 100,000 tracks, the pairs of a ten-second query have tens of millions of postings, a hundred times as
/// many if it may be faster or higher. Pairs are very unequal, though: two of the strongest peaks are in the
/// reference 25 times as often as two of the faintest (``PairSurvival``), and some keys lead to a hundred times as many
/// postings as others. So what costs least for the pair that it may find is read first, up to a budget. Fewer postings
/// also have fewer chance agreements, so little is lost.
///
/// All references lie on one timeline, so a vote is a subtraction, and which reference it is for is looked
/// up for the few best places only.
struct LargeCatalogSearch {
  let index: SegmentedIndex
  /// Where each part begins on a timeline of all of them. There is a gap before the first, too, longer than
  /// queries are.
  private let bases: [UInt64]

  /// An index with more postings is searched in this way: those of some seven hundred tracks of four
  /// minutes.
  static let smallestIndex = 10_000_000

  init(_ index: SegmentedIndex) {
    self.index = index
    var base: UInt64 = 1 << 16
    bases = index.parts.map { part in
      defer { base += UInt64(part.segment.timelineLength) }
      return base
    }
  }

  /// A range of keys that a probe asks for.
  private struct KeyRange {
    var cell: PairCell
    var places: ClosedRange<Int32>
    var probe: Int32
    /// About how many postings have to be read, and as many more as take the time of finding them.
    var cost = 0

    /// What has to be read for one pair of the query's that the reference has, too, compared with others. The cheapest
    /// are read first.
    var price: Float = 0

    var keys: ClosedRange<PairKey> { cell.keys(places: places) }
  }

  /// Candidates of a round, strongest first.
  func candidates(
    for query: Signature, _ round: LargeCatalogRound
  ) throws(RecognitionError) -> [Alignment] {
    let pairs = PeakPair.pairs(
      of: query.thinned(to: round.density).peaks, partners: round.partners, longest: 50)
    let survival = pairs.map {
      PairSurvival.relative($0.first, $0.second, partner: $0.partner)
    }
    return round.isSkewed
      ? try candidates(for: query, pairs.map(SkewedProbe.init), survival, round)
      : try candidates(for: query, pairs.map(PlainProbe.init), survival, round)
  }

  @inline(__always)
  private func candidates<Probe: TimelineProbe>(
    for query: Signature, _ probes: [Probe], _ survival: [Float], _ round: LargeCatalogRound
  ) throws(RecognitionError) -> [Alignment] {
    let bins = WarpedFrequency.binsOfEighths
    // In the order in which they lie in the files.
    let ranges = affordable(probes, survival, budget: round.budget, bins)
      .sorted { $0.keys.lowerBound < $1.keys.lowerBound }
    var votes = TimelineVotes(expected: ranges.reduce(0) { $0 + $1.cost })
    var rules = VoteRules()
    for range in ranges {
      rules.append(range.cell, range.places, for: probes[Int(range.probe)], bins)
    }
    for (part, base) in zip(index.parts, bases) {
      let segment = part.segment
      for (number, range) in ranges.enumerated() {
        let probe = probes[Int(range.probe)]
        try unsafe segment.forEachRun(
          in: range.keys.lowerBound.rawValue...range.keys.upperBound.rawValue
        ) { (run) throws(RecognitionError) in
          unsafe votes.append(run, from: base, for: probe, rules, number)
        }
      }
    }
    let halfLength = Float(query.sampleCount / PeakGrid.hopLength) / 2
    return votes.strongest(round.limit).compactMap { place in
      alignment(place, halfLength: halfLength)
    }
  }

  /// The ranges of keys that the budget suffices for, the cheapest first.
  @inline(__always)
  private func affordable<Probe: TimelineProbe>(
    _ probes: [Probe], _ survival: [Float], budget: Int, _ bins: [Float]
  ) -> [KeyRange] {
    let (segments, share) = sample
    var ranges: [KeyRange] = []
    ranges.reserveCapacity(8 * probes.count)
    for (number, probe) in probes.enumerated() {
      probe.forEachCell(bins) { cell, places in
        ranges.append(KeyRange(cell: cell, places: places, probe: Int32(number)))
      }
    }
    for segment in segments {
      for place in ranges.indices {
        ranges[place].cost += segment.expectedPostingCount(in: ranges[place].keys)
      }
    }
    let overhead = Self.overhead(of: index.parts)
    for place in ranges.indices {
      // The rules of a place take as long as two postings.
      let rules = 2 * ranges[place].places.count
      ranges[place].cost = overhead + rules + Int(Float(ranges[place].cost) / share)
    }
    if Probe.isReadAsAWhole {
      var sums = [Int](repeating: 0, count: probes.count)
      for range in ranges { sums[Int(range.probe)] += range.cost }
      for place in ranges.indices {
        let probe = Int(ranges[place].probe)
        ranges[place].price = Float(sums[probe]) / survival[probe]
      }
    } else {
      for place in ranges.indices {
        let probe = Int(ranges[place].probe)
        let share = Float(ranges[place].cell.share(in: probes[probe].window))
        ranges[place].price = Float(ranges[place].cost) / (share * survival[probe])
      }
    }
    Self.sortByPrice(&ranges)
    var rest = budget
    let end = ranges.firstIndex { range in
      rest -= range.cost
      return rest < 0
    }
    return Array(ranges[..<(end ?? ranges.count)])
  }

  /// Finding a range of keys takes as long as so many postings: more where a file has to be read for it.
  private static func overhead(of parts: [SegmentedIndex.Part]) -> Int {
    parts.reduce(0) { sum, part in
      sum + (part.segment.bytes.frontLength == part.segment.bytes.count ? 40 : 100)
    }
  }

  /// The largest parts, and which share of all postings they have. In small ones it is as in these, and asking
  /// costs time.
  private var sample: (segments: [CatalogSegment], share: Float) {
    var segments: [CatalogSegment] = []
    var count = 0
    for part in index.parts.sorted(by: { $0.segment.postingCount > $1.segment.postingCount })
    where 4 * count < index.postingCount {
      segments.append(part.segment)
      count += part.segment.postingCount
    }
    return (segments, Float(max(1, count)) / Float(max(1, index.postingCount)))
  }

  /// By powers of two and eighths of them, which is near enough.
  private static func sortByPrice(_ ranges: inout [KeyRange]) {
    // The exponent and three bits of what follows.
    func bucket(_ price: Float) -> Int { Int(price.bitPattern >> 20) }
    var starts = [Int](repeating: 0, count: 2049)
    for range in ranges { starts[bucket(range.price) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    var sorted = ranges
    for range in ranges {
      let bucket = bucket(range.price)
      sorted[starts[bucket]] = range
      starts[bucket] += 1
    }
    ranges = sorted
  }

  /// Finds the reference of a place on the timeline.
  private func alignment(_ place: TimelineVotes.Place, halfLength: Float) -> Alignment? {
    let (stretch, skew) = place.change.scales(place.factor)
    // The middle of the query lies in the reference also where the start lies before it.
    let middle = UInt64(max(0, place.start + Double(stretch * halfLength)))
    let number = bases.partitioningIndex { $0 > middle } - 1
    guard number >= 0 else { return nil }
    let part = index.parts[number]
    guard Int(middle - bases[number]) < part.segment.timelineLength else { return nil }
    let (reference, frame) = part.segment.position(ofFrame: UInt32(middle - bases[number]))
    guard !part.removed.contains(reference) else { return nil }
    return Alignment(
      reference: part.firstNumber + reference,
      start: Double(frame) - (Double(middle) - place.start), stretch: stretch, skew: skew,
      strength: Float(place.votes))
  }
}
