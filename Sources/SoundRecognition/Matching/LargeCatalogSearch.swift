/// Finds candidates in a catalog that is too large to read everything that a query asks for.
///
/// At 100,000 tracks, the pairs of a ten-second query have tens of millions of postings, a hundred times as
/// many if it may be faster or higher. Keys are very unequal, though: a third of a query's ranges of keys lead to a
/// hundredth of the postings, and a place that several rare pairs agree on is as good as certain. So ranges are read
/// in the order of how many postings they cost, the cheapest first, up to a budget. Fewer postings also have
/// fewer chance agreements, so little is lost.
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
    var keys: ClosedRange<PairKey>
    var probe: Int32
    /// How much of the range may lie in the probe's window, in sixty-fourths.
    var weight: Int32
    /// About how many postings have to be read. Where a segment is not mapped, two reads of its file take as long
    /// as a hundred postings.
    var cost: Int32 = 100

    /// What has to be read for as much as a whole range has, or, of probes that are read as a whole, what the
    /// probe costs. The cheapest are read first.
    var price: Int32 = 0
  }

  /// Candidates of a round, strongest first.
  func candidates(
    for query: Signature, _ round: LargeCatalogRound
  ) throws(RecognitionError) -> [Alignment] {
    let pairs = PeakPair.pairs(
      of: query.thinned(to: round.density).peaks, partners: round.partners, longest: 50)
    return round.isSkewed
      ? try candidates(for: query, pairs.map(SkewedProbe.init), round)
      : try candidates(for: query, pairs.map(PlainProbe.init), round)
  }

  @inline(__always)
  private func candidates<Probe: TimelineProbe>(
    for query: Signature, _ probes: [Probe], _ round: LargeCatalogRound
  ) throws(RecognitionError) -> [Alignment] {
    var votes = TimelineVotes()
    let bins = WarpedFrequency.binsOfEighths
    let ranges = affordable(probes, budget: round.budget)
    for (part, base) in zip(index.parts, bases) {
      let segment = part.segment
      for range in ranges {
        let probe = probes[Int(range.probe)]
        let window = probe.window
        try unsafe segment.forEachRun(
          in: range.keys.lowerBound.rawValue...range.keys.upperBound.rawValue
        ) { (run) throws(RecognitionError) in
          for entry in unsafe run.entries {
            let key = PairKey(rawValue: unsafe run.key(entry))
            guard window.contains(key) else { continue }
            probe.vote(for: key, at: base + UInt64(unsafe run.place(entry)), bins, into: &votes)
          }
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
  private func affordable<Probe: TimelineProbe>(_ probes: [Probe], budget: Int) -> [KeyRange] {
    let (segments, share) = sample
    var ranges: [KeyRange] = []
    ranges.reserveCapacity(8 * probes.count)
    for (number, probe) in probes.enumerated() {
      probe.window.forEachWeightedKeyRange { keys, weight in
        ranges.append(KeyRange(keys: keys, probe: Int32(number), weight: Int32(weight)))
      }
    }
    for segment in segments {
      for place in ranges.indices {
        ranges[place].cost += Int32(
          truncatingIfNeeded: segment.expectedPostingCount(in: ranges[place].keys))
      }
    }
    if Probe.isReadAsAWhole {
      var sums = [Int](repeating: 0, count: probes.count)
      for range in ranges { sums[Int(range.probe)] += Int(range.cost) }
      for place in ranges.indices {
        ranges[place].price = Int32(clamping: sums[Int(ranges[place].probe)])
      }
    } else {
      for place in ranges.indices {
        ranges[place].price = Int32(
          clamping: Int(ranges[place].cost) * 64 / Int(ranges[place].weight))
      }
    }
    Self.sortByPrice(&ranges)
    var rest = Int(Double(budget) * share)
    let end = ranges.firstIndex { range in
      rest -= Int(range.cost)
      return rest < 0
    }
    return Array(ranges[..<(end ?? ranges.count)])
  }

  /// The largest parts, and which share of all postings they have. In small ones it is as in these, and asking
  /// costs time.
  private var sample: (segments: [CatalogSegment], share: Double) {
    var segments: [CatalogSegment] = []
    var count = 0
    for part in index.parts.sorted(by: { $0.segment.postingCount > $1.segment.postingCount })
    where 4 * count < index.postingCount {
      segments.append(part.segment)
      count += part.segment.postingCount
    }
    return (segments, Double(count) / Double(max(1, index.postingCount)))
  }

  /// By powers of two and eighths of them, which is near enough.
  private static func sortByPrice(_ ranges: inout [KeyRange]) {
    func bucket(_ price: Int32) -> Int {
      let bits = 31 - price.leadingZeroBitCount
      return bits < 3 ? Int(price) : bits << 3 | Int(price >> Int32(bits - 3)) & 7
    }
    var starts = [Int](repeating: 0, count: 257)
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
