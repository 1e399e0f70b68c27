/// A way to lay a query on a reference: what sounds at time `t` in the query, with frequency `f`, is at
/// `start + stretch * t` in the reference, with frequency `f / skew`. Times are in frames.
struct Alignment: Sendable {
  var reference: ReferenceNumber
  /// Where the query starts. A long recording has more frames than a `Float` tells apart.
  var start: Double
  /// How much faster the query plays.
  var stretch: Float
  /// How much higher the query sounds.
  var skew: Float
  /// What spoke for it so far: votes, then evidence.
  var strength: Float

  /// The milliseconds of the reference that the query may cover, with what later steps may move it by.
  func times(queryLength: Float) -> Range<Int32> {
    let margin = 16
    let first = Int32((start - Double(margin)) * Double(PeakGrid.stepsPerFrame))
    let length = Int(stretch * queryLength) + 2 * margin
    return first..<first + Int32(length * PeakGrid.stepsPerFrame)
  }

  /// Whether two alignments are one, at the middle of the query.
  func isClose(to other: Alignment, middle: Float) -> Bool {
    reference == other.reference
      && abs(Float(start - other.start) + middle * (stretch - other.stretch)) < 6
      && abs(stretch - other.stretch) < 0.012 && abs(skew - other.skew) < 0.012
  }

  /// Leaves the strongest of alignments that are one, strongest first.
  static func merged(_ alignments: [Alignment], middle: Float) -> [Alignment] {
    var kept: [Alignment] = []
    for alignment in alignments.sorted(by: { $0.strength > $1.strength })
    where !kept.contains(where: { $0.isClose(to: alignment, middle: middle) }) {
      kept.append(alignment)
    }
    return kept
  }
}
