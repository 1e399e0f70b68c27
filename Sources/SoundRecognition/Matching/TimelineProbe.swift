/// A probe that votes for places on a timeline of all references: for searches of large catalogs.
protocol TimelineProbe: PairProbe {
  /// Whether all that a probe asks for is read, or nothing of it. Of a pair that may be faster or higher, no
  /// range of keys is likelier than another.
  static var isReadAsAWhole: Bool { get }

  /// Votes for where the query starts if the posting is the query's pair.
  /// - Parameters:
  ///   - key: the posting's, in the window.
  ///   - place: where the posting's first peak lies on the timeline.
  ///   - bins: ``WarpedFrequency/binsOfEighths``.
  func vote(
    for key: PairKey, at place: UInt64, _ bins: [Float], into votes: inout TimelineVotes)
}

extension PlainProbe: TimelineProbe {
  static var isReadAsAWhole: Bool { false }

  @inline(__always)
  func vote(
    for key: PairKey, at place: UInt64, _ bins: [Float], into votes: inout TimelineVotes
  ) {
    votes.append(start: place &- UInt64(start + 0.5), .none, 1)
  }
}

extension SkewedProbe: TimelineProbe {
  static var isReadAsAWhole: Bool { true }

  @inline(__always)
  func vote(
    for key: PairKey, at place: UInt64, _ bins: [Float], into votes: inout TimelineVotes
  ) {
    forEachModel(of: key, bins) { change, factor, _ in
      let distance = change.scales(factor).stretch * start
      votes.append(start: place &- UInt64(distance + 0.5), change, factor)
    }
  }
}
