/// A pair of a query that may be faster or higher than the reference, by up to 6.5 %.
///
/// The pair of the reference tells by its place how much higher the query would be, and by its distances
/// whether that is so: one reading of the index finds all skews.
struct SkewedProbe: PairProbe {
  let window: PairWindow
  /// Where the pair lies in the query, and how long it is, in frames.
  let start: Float
  let duration: Float
  /// The frequencies of its peaks in bins.
  let first: Float
  let second: Float
  let frequencyTolerance: Float

  init(_ pair: PeakPair) {
    start = Float(pair.first.time) / Float(PeakGrid.stepsPerFrame)
    duration = Float(pair.second.time - pair.first.time) / Float(PeakGrid.stepsPerFrame)
    first = Float(pair.first.frequency) / Float(PeakGrid.stepsPerBin)
    second = Float(pair.second.frequency) / Float(PeakGrid.stepsPerBin)
    frequencyTolerance = 0.4 * max(1, max(first, second) / 200)
    let (low, high) = (SkewModel.range.lowerBound, SkewModel.range.upperBound)
    let places = (
      low: WarpedFrequency.warped(first / high), high: WarpedFrequency.warped(first / low)
    )
    // In the linear part of the scale, distances grow with the skew.
    let distances = (
      WarpedFrequency.warped(second / high) - places.low,
      WarpedFrequency.warped(second / low) - places.high
    )
    window = PairWindow(
      distances: min(distances.0, distances.1) - PairTolerance.distance...max(
        distances.0, distances.1) + PairTolerance.distance,
      times: duration * low - PairTolerance.time...duration * high + PairTolerance.time,
      places: places.low - PairTolerance.place...places.high + PairTolerance.place)
  }

  /// Votes for every model that a posting fits.
  /// - Parameter bins: ``WarpedFrequency/binsOfEighths``.
  @inline(__always)
  func vote(for posting: Posting, _ bins: [Float], into votes: inout [VoteTable.Place]) {
    let time = Float(posting.frame) + 0.5
    forEachModel(of: posting.key, bins) { change, factor, model in
      let stretch = change.scales(factor).stretch
      votes.append(
        VotePlace(posting.reference, start: time - stretch * start, model: model).packed)
    }
  }

  /// Calls `body` with every model that a key in the window fits.
  /// - Parameter bins: ``WarpedFrequency/binsOfEighths``.
  @inline(__always)
  func forEachModel(
    of key: PairKey, _ bins: [Float],
    _ body: (_ change: TimelineChange, _ factor: Float, _ model: Int) -> Void
  ) {
    let place = Int(key.placeSteps)
    let other = min(max(place + (Int(key.frequencySteps) - 1024) >> 1, 0), bins.count - 1)
    let (referenceFirst, referenceSecond) = (bins[place], bins[other])
    let skew = (first + second) / (referenceFirst + referenceSecond)
    // Both peaks must tell of the same skew.
    guard abs(first - skew * referenceFirst) < frequencyTolerance else { return }
    let referenceDuration = (Float(key.timeSteps) + 0.5) / 8
    if abs(skew - 1) < SkewModel.same {
      for (number, tempo) in SkewModel.tempos.enumerated()
      where abs(referenceDuration - tempo * duration) <= PairTolerance.time {
        body(.tempo, tempo, number)
      }
    }
    let step = SkewModel.step(nearest: skew)
    guard step != 0, abs(step) <= SkewModel.stepCount else { return }
    if abs(referenceDuration - duration) <= PairTolerance.time {
      body(.pitch, skew, SkewModel.pitch(step))
    }
    if abs(referenceDuration - skew * duration) <= PairTolerance.time {
      body(.speed, skew, SkewModel.speed(step))
    }
  }
}

/// The ways in which a query may be faster or higher, as numbers.
enum SkewModel {
  /// How much higher a query may be.
  static let range: ClosedRange<Float> = 0.935...1.065
  /// Skews that differ from 1 by less are none.
  static let same: Float = 0.0035
  /// The largest difference from 1 that has a model.
  static let farthest: Float = (Float(stepCount) + 0.5) * stepLength
  /// The distance of neighbouring models.
  private static let stepLength: Float = 0.005
  static let stepCount = 13
  /// Faster or slower at the same pitch, as far as the tolerance of pairs does not cover it.
  static let tempos: [Float] = [0.95, 0.97, 1.03, 1.05]

  @inline(__always)
  static func step(nearest skew: Float) -> Int {
    // Rounding by cutting off, which needs no call; skews lie above zero.
    Int((skew - 1) / stepLength + 1000.5) - 1000
  }

  static func pitch(_ step: Int) -> Int { 32 + step }
  static func speed(_ step: Int) -> Int { 96 + step }

  /// What a number stands for.
  static func of(_ number: Int) -> (stretch: Float, skew: Float) {
    if number < tempos.count { return (tempos[number], 1) }
    if number < 64 { return (1, 1 + Float(number - 32) * stepLength) }
    let factor = 1 + Float(number - 96) * stepLength
    return (factor, factor)
  }
}
