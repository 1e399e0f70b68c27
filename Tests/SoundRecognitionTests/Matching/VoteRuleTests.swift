import AudioTestSupport
import Testing

@testable import SoundRecognition

/// What is looked up for a posting must be what the probe says of it.
struct VoteRuleTests {
  private static let bins = WarpedFrequency.binsOfEighths
  private static let pairs = PeakPair.pairs(
    of: SyntheticSignature.make(seed: 77, seconds: 20).thinned(to: .perSecond30).peaks,
    partners: 5, longest: 50)

  /// The cells of a probe, each with its places.
  private func cells(of probe: SkewedProbe) -> [UInt32: ClosedRange<Int32>] {
    var cells: [UInt32: ClosedRange<Int32>] = [:]
    probe.forEachCell(Self.bins) { cell, places in
      cells[UInt32(cell.distance) << 6 | UInt32(cell.time)] = places
    }
    return cells
  }

  /// Keys all over the window of a probe. Rules are for even steps, so these have even ones.
  private func keys(in window: PairWindow, _ generator: inout some RandomNumberGenerator)
    -> [PairKey]
  {
    (0..<200).map { _ in
      let distance = UInt32(Int32.random(in: window.frequencySteps, using: &generator)) & ~1
      let time = UInt32(Int32.random(in: window.timeSteps, using: &generator))
      let place = UInt32(Int32.random(in: window.placeSteps, using: &generator)) & ~1
      let cell = (distance >> 3) << 24 | (time >> 3) << 18
      return PairKey(rawValue: cell | place << 6 | (distance & 7) << 3 | (time & 7))
    }
  }

  @Test func aSkewedPairsRulesAgreeWithItself() {
    var generator = SeededGenerator(seed: 3)
    var (fitting, strange) = (0, 0)
    for probe in Self.pairs.prefix(150).map(SkewedProbe.init) {
      let cells = cells(of: probe)
      for key in keys(in: probe.window, &generator) {
        var (models, factors): (Set<TimelineChange>, [Float]) = ([], [])
        probe.forEachModel(of: key, Self.bins) { change, factor, _ in
          models.insert(change)
          if change != .tempo { factors.append(factor) }
        }
        let cell = PairCell(distance: key.frequencySteps >> 3, time: key.timeSteps >> 3)
        let four = probe.rules(cell, place: key.placeSteps, Self.bins)
        let rule = [four.0, four.1, four.2, four.3][Int((key.rawValue >> 4) & 3)]
        let rest = UInt8(1) << UInt8(key.rawValue & 7)
        var said: Set<TimelineChange> = []
        if rule.speed & rest != 0 { said.insert(.speed) }
        if rule.tempo & rest != 0 {
          probe.forEachTempo(ofTime: key.timeSteps) { _ in said.insert(.tempo) }
        }
        // A query that is as high as the reference counts as one whose pitch is changed by nothing.
        if rule.unchanged & rest != 0, models.contains(.pitch) || abs(factor(rule) - 1) > 0.003 {
          said.insert(.pitch)
        }
        if models.isEmpty { strange += 1 } else { fitting += 1 }
        #expect(said == models, "\(key) of \(probe)")
        for exact in factors { #expect(abs(factor(rule) - exact) < 0.001) }
        if !models.isEmpty, probe.window.contains(key) {
          let places = cells[UInt32(cell.distance) << 6 | UInt32(cell.time)]
          #expect(places?.contains(key.placeSteps) == true, "\(key) of \(probe)")
        }
      }
    }
    #expect(fitting > 5_000, "\(fitting)")
    #expect(strange > 5_000, "\(strange)")
  }

  /// As votes have it.
  private func factor(_ rule: VoteRule) -> Float { 0.9 + Float(rule.factor) / 1250 }

  @Test func aPlainPairsRulesAreItsWindow() {
    var generator = SeededGenerator(seed: 4)
    for probe in Self.pairs.prefix(200).map(PlainProbe.init) {
      var wider = probe.window
      wider.frequencySteps =
        max(0, wider.frequencySteps.lowerBound - 9)...wider.frequencySteps.upperBound
      wider.timeSteps = max(0, wider.timeSteps.lowerBound - 9)...wider.timeSteps.upperBound
      for key in keys(in: wider, &generator) {
        let cell = PairCell(distance: key.frequencySteps >> 3, time: key.timeSteps >> 3)
        let four = probe.rules(cell, place: key.placeSteps, Self.bins)
        let rule = [four.0, four.1, four.2, four.3][Int((key.rawValue >> 4) & 3)]
        let isInside =
          probe.window.frequencySteps.overlaps(key.frequencySteps...key.frequencySteps + 1)
          && probe.window.timeSteps.contains(key.timeSteps)
        #expect((rule.unchanged & 1 << UInt8(key.rawValue & 7) != 0) == isInside)
        #expect(rule.speed == 0 && rule.tempo == 0)
      }
    }
  }
}
