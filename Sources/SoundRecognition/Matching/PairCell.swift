/// A cell of distances: what all keys of a contiguous range have in common.
struct PairCell {
  /// The distance in frequency and that in time, as the upper bits of a ``PairKey`` have them.
  var distance: Int32
  var time: Int32

  /// The keys of the cell with places in a range.
  func keys(places: ClosedRange<Int32>) -> ClosedRange<PairKey> {
    let cell = UInt32(distance) << 24 | UInt32(time) << 18
    let first = UInt32(places.lowerBound) << 6
    let last = UInt32(places.upperBound) << 6 | 63
    return PairKey(rawValue: cell | first)...PairKey(rawValue: cell | last)
  }

  /// How much of the cell lies in a window, in sixty-fourths.
  func share(in window: PairWindow) -> Int {
    let distances = window.frequencySteps.clamped(to: distance << 3...distance << 3 + 7)
    return distances.count * window.timeSteps.clamped(to: time << 3...time << 3 + 7).count
  }

  /// Which rests of the distance in time make a distance in a range: a bit for each.
  @inline(__always)
  func timeRests(_ steps: ClosedRange<Int32>) -> UInt8 {
    let first = max(steps.lowerBound - time << 3, 0)
    let last = min(steps.upperBound - time << 3, 7)
    guard first <= last else { return 0 }
    return UInt8(truncatingIfNeeded: (2 << (last - first) - 1) << first)
  }

  /// The same for distances in frames that are near one.
  @inline(__always)
  func timeRests(near frames: Float) -> UInt8 {
    let low = (frames - PairTolerance.time) * 8 - 0.5
    let high = (frames + PairTolerance.time) * 8 - 0.5
    return timeRests(Int32(max(0, low.rounded(.up)))...Int32(max(0, high.rounded(.down))))
  }
}
