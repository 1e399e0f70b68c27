/// What a posting says about where the query starts, by its key: which is looked up, because most of what is read of
/// a large catalog says nothing, and must not take longer than reading it.
///
/// There is a rule for each two steps of the first peak's place and of the distance in frequency. It tells for which
/// rests of the distance in time, as bits, there is a vote of which kind.
struct VoteRule {
  /// For a query that is as fast as the reference.
  var unchanged: UInt8 = 0
  /// For one that is as much faster as it is higher.
  var speed: UInt8 = 0
  /// For one that is as high as the reference, but faster: how much, the probe must be asked.
  var tempo: UInt8 = 0
  /// How much higher the query is, as votes have it.
  var factor: UInt8 = 0
  /// The frames from the query's start to the pair in the reference, if the query is as much faster as it is higher.
  var distance: UInt32 = 0
}

/// The rules for ranges of keys.
struct VoteRules {
  private var rules: [VoteRule] = []
  /// For each range the number of its first rule, less the number that its first key asks for.
  private var origins: [Int] = []

  /// The rules of a cell at one place: for steps 0, 2, 4 and 6 of the distance in frequency.
  typealias Four = (VoteRule, VoteRule, VoteRule, VoteRule)

  /// Appends the rules for the keys of a cell with places in a range.
  @inline(__always)
  mutating func append(
    _ cell: PairCell, _ places: ClosedRange<Int32>, for probe: some TimelineProbe, _ bins: [Float]
  ) {
    let first = places.lowerBound >> 1
    origins.append(rules.count - Int(first) << 2)
    for place in first...places.upperBound >> 1 {
      let four = probe.rules(cell, place: place << 1, bins)
      rules.append(four.0)
      rules.append(four.1)
      rules.append(four.2)
      rules.append(four.3)
    }
  }

  /// Lends the rules of a range, of which those of a key are at ``place(of:)``.
  @inline(__always)
  func withRules(
    ofRange range: Int, _ body: (_ rules: UnsafeBufferPointer<VoteRule>, _ origin: Int) -> Void
  ) {
    unsafe rules.withUnsafeBufferPointer { unsafe body($0, origins[range]) }
  }

  /// Where the rule for a key is, apart from the range's origin.
  @inline(__always)
  static func place(of key: UInt32) -> Int {
    Int((key &>> 7 & 0x7ff) &<< 2 | key &>> 4 & 3)
  }
}
