/// A probe that votes for places on a timeline of all references: for searches of large catalogs.
protocol TimelineProbe: PairProbe {
  /// Whether all that a probe asks for is read, or nothing of it. Of a pair that may be faster or higher, no
  /// range of keys is likelier than another.
  static var isReadAsAWhole: Bool { get }

  /// What it means that a query is as fast as the reference.
  static var unchanged: TimelineChange { get }

  /// Where the pair lies in the query, in frames.
  var start: Float { get }

  /// Calls `body` with cells of distances, and with the places in each outside of which nothing fits.
  /// - Parameter bins: ``WarpedFrequency/binsOfEighths``, here as in the other methods.
  func forEachCell(
    _ bins: [Float], _ body: (_ cell: PairCell, _ places: ClosedRange<Int32>) -> Void)

  /// What postings of a cell say.
  /// - Parameter place: their first peak's, in the steps of a ``PairKey``: an even number, for the odd one behind it,
  ///   too.
  func rules(_ cell: PairCell, place: Int32, _ bins: [Float]) -> VoteRules.Four

  /// Calls `body` with every tempo that a distance in time fits.
  func forEachTempo(ofTime steps: Int32, _ body: (_ tempo: Float) -> Void)
}

extension PlainProbe: TimelineProbe {
  static var isReadAsAWhole: Bool { false }
  static var unchanged: TimelineChange { .none }

  @inline(__always)
  func forEachCell(
    _ bins: [Float], _ body: (_ cell: PairCell, _ places: ClosedRange<Int32>) -> Void
  ) {
    for distance in window.frequencySteps.lowerBound >> 3...window.frequencySteps.upperBound >> 3 {
      for time in window.timeSteps.lowerBound >> 3...window.timeSteps.upperBound >> 3 {
        body(PairCell(distance: distance, time: time), window.placeSteps)
      }
    }
  }

  @inline(__always)
  func rules(_ cell: PairCell, place: Int32, _ bins: [Float]) -> VoteRules.Four {
    let times = cell.timeRests(window.timeSteps)
    func rule(_ step: Int32) -> VoteRule {
      let distance = cell.distance << 3 + step
      return VoteRule(
        unchanged: window.frequencySteps.overlaps(distance...distance + 1) ? times : 0)
    }
    return (rule(0), rule(2), rule(4), rule(6))
  }

  @inline(__always)
  func forEachTempo(ofTime steps: Int32, _ body: (_ tempo: Float) -> Void) {}
}

/// The place of a pair tells how much higher the query would be, and with that its distances are known nearly as well
/// as those of a plain pair: only part of the window is read.
extension SkewedProbe: TimelineProbe {
  static var isReadAsAWhole: Bool { true }
  static var unchanged: TimelineChange { .pitch }

  @inline(__always)
  func forEachCell(
    _ bins: [Float], _ body: (_ cell: PairCell, _ places: ClosedRange<Int32>) -> Void
  ) {
    let cells = window.frequencySteps.lowerBound >> 3...window.frequencySteps.upperBound >> 3
    // With the place, the distance in frequency only grows, or it only shrinks.
    var places = [ClosedRange<Int32>?](repeating: nil, count: cells.count)
    let all = window.placeSteps
    for place in stride(from: all.lowerBound, through: all.upperBound, by: 4) {
      let last = min(place + 3, all.upperBound)
      let (one, other) = (frequencySteps(at: place, bins), frequencySteps(at: last, bins))
      let first = max(min(one.lowerBound, other.lowerBound) >> 3, cells.lowerBound)
      let end = min(max(one.upperBound, other.upperBound) >> 3, cells.upperBound)
      guard first <= end else { continue }
      for cell in first...end {
        let index = Int(cell - cells.lowerBound)
        places[index] = (places[index]?.lowerBound ?? place)...last
      }
    }
    // A reference that is lower is slower, if anything, so its times are no shorter; and the other way round. How much
    // lower it is, the place of the first peak tells only nearly.
    let slack = SkewModel.same + frequencyTolerance / first
    let middle = (
      first: Int32(8 * WarpedFrequency.warped(first / (1 + slack))) - 1,
      last: Int32(8 * WarpedFrequency.warped(first / (1 - slack))) + 1
    )
    let tolerance = PairTolerance.time + 0.125
    for time in window.timeSteps.lowerBound >> 3...window.timeSteps.upperBound >> 3 {
      let isLonger = Float(time) > duration + tolerance
      let isShorter = Float(time + 1) < duration - tolerance
      for (index, places) in places.enumerated() {
        guard let places else { continue }
        let first = isShorter ? max(places.lowerBound, middle.first) : places.lowerBound
        let last = isLonger ? min(places.upperBound, middle.last) : places.upperBound
        if first <= last {
          body(PairCell(distance: cells.lowerBound + Int32(index), time: time), first...last)
        }
      }
    }
  }

  @inline(__always)
  func rules(_ cell: PairCell, place: Int32, _ bins: [Float]) -> VoteRules.Four {
    let other = min(max(Int(place) + Int(cell.distance << 3 - 1024) >> 1, 0), bins.count - 4)
    let referenceFirst = bins[Int(place)]
    let referenceSecond = SIMD4(bins[other], bins[other + 1], bins[other + 2], bins[other + 3])
    let skew = (first + second) / (referenceFirst + referenceSecond)
    let error = first - skew * referenceFirst
    // Both peaks must tell of the same skew.
    let fits =
      error .< frequencyTolerance .& error .> -frequencyTolerance
      .& skew .< 1 + SkewModel.farthest .& skew .> 1 - SkewModel.farthest
    guard any(fits) else { return (VoteRule(), VoteRule(), VoteRule(), VoteRule()) }
    let unchanged = cell.timeRests(near: duration)
    func ruleOfLane(_ lane: Int) -> VoteRule {
      fits[lane] ? rule(cell, skew: skew[lane], unchanged: unchanged) : VoteRule()
    }
    return (ruleOfLane(0), ruleOfLane(1), ruleOfLane(2), ruleOfLane(3))
  }

  @inline(__always)
  private func rule(_ cell: PairCell, skew: Float, unchanged: UInt8) -> VoteRule {
    var rule = VoteRule(
      unchanged: unchanged, factor: TimelineVotes.code(skew), distance: UInt32(skew * start + 0.5))
    if SkewModel.step(nearest: skew) != 0 { rule.speed = cell.timeRests(near: skew * duration) }
    if abs(skew - 1) < SkewModel.same {
      for tempo in SkewModel.tempos { rule.tempo |= cell.timeRests(near: tempo * duration) }
    }
    return rule
  }

  @inline(__always)
  func forEachTempo(ofTime steps: Int32, _ body: (_ tempo: Float) -> Void) {
    let referenceDuration = (Float(steps) + 0.5) / 8
    for tempo in SkewModel.tempos
    where abs(referenceDuration - tempo * duration) <= PairTolerance.time {
      body(tempo)
    }
  }

  /// The distances in frequency that fit at a place.
  @inline(__always)
  private func frequencySteps(at place: Int32, _ bins: [Float]) -> ClosedRange<Int32> {
    let lowest = (second - frequencyTolerance) / (first + frequencyTolerance)
    let highest = (second + frequencyTolerance) / (first - frequencyTolerance)
    let unit = (Float(place) + 0.5) / 8
    // As much as keys and tables are rounded by.
    let slack: Float = 0.2
    let low = WarpedFrequency.looked(up: bins[Int(place)] * lowest) - unit - slack
    let high = WarpedFrequency.looked(up: bins[Int(place)] * highest) - unit + slack
    let first = Int32((low + 64) * 16)
    return first...max(first, Int32((high + 64) * 16))
  }
}
