/// What a pair of a reference may look like to be taken for a pair of the query: ranges of its distances
/// and of its place, in the steps of a ``PairKey``.
///
/// *Thread-safe*: a value.
package struct PairWindow {
  var frequencySteps: ClosedRange<Int32>
  var timeSteps: ClosedRange<Int32>
  var placeSteps: ClosedRange<Int32>

  /// - Parameters:
  ///   - distances: 0 to 2047.
  ///   - times: 0 to 511.
  ///   - places: 0 to 4095.
  package init(
    frequencySteps distances: ClosedRange<Int32>, timeSteps times: ClosedRange<Int32>,
    placeSteps places: ClosedRange<Int32>
  ) {
    (frequencySteps, timeSteps, placeSteps) = (distances, times, places)
  }

  /// - Parameters:
  ///   - distances: in warped frequency.
  ///   - times: in frames.
  ///   - places: warped frequencies.
  init(distances: ClosedRange<Float>, times: ClosedRange<Float>, places: ClosedRange<Float>) {
    func steps(_ low: Float, _ high: Float, _ last: Int32) -> ClosedRange<Int32> {
      let first = Int32(max(0, min(low.rounded(), Float(last))))
      return first...max(first, Int32(max(0, min(high.rounded(), Float(last)))))
    }
    frequencySteps = steps(
      (distances.lowerBound + 64) * 16 - 0.5, (distances.upperBound + 64) * 16 - 0.5, 2047)
    timeSteps = steps(times.lowerBound * 8 - 0.5, times.upperBound * 8 - 0.5, 511)
    placeSteps = steps(places.lowerBound * 8 - 0.5, places.upperBound * 8 - 0.5, 4095)
  }

  @inline(__always)
  package func contains(_ key: PairKey) -> Bool {
    frequencySteps.contains(key.frequencySteps) && timeSteps.contains(key.timeSteps)
      && placeSteps.contains(key.placeSteps)
  }

  /// Calls `body` with ranges of keys that cover the window: one for each cell of the distances.
  @inline(__always)
  package func forEachKeyRange<Failure: Error>(
    _ body: (ClosedRange<PairKey>) throws(Failure) -> Void
  ) throws(Failure) {
    let first = UInt32(placeSteps.lowerBound) << 6
    let last = UInt32(placeSteps.upperBound) << 6 | 63
    for distance in UInt32(frequencySteps.lowerBound) >> 3...UInt32(frequencySteps.upperBound) >> 3
    {
      for time in UInt32(timeSteps.lowerBound) >> 3...UInt32(timeSteps.upperBound) >> 3 {
        let cell = distance << 24 | time << 18
        try body(PairKey(rawValue: cell | first)...PairKey(rawValue: cell | last))
      }
    }
  }
}
