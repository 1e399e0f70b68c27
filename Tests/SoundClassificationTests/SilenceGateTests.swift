import Testing

@testable import SoundClassification

struct SilenceGateTests {
  private let rules: ModelManifest.Segmentation

  init() throws { rules = try SoundModel.builtIn(.version1).manifest.segmentation }

  private func decisions(_ levels: [Double], silenceLevel: Double? = nil) -> [Bool] {
    var gate = SilenceGate(rules, silenceLevel: silenceLevel)
    return levels.map { gate.isSilent(level: Float($0)) }
  }

  @Test func silenceBeginsBelowOneLevelAndEndsAboveAnother() {
    let (enter, leave) = (rules.enterSilence, rules.leaveSilence)
    #expect(
      decisions([0, leave, enter + 0.1, enter - 0.1, enter + 0.1, leave - 0.1, leave, enter + 0.1])
        == [false, false, false, true, true, true, false, false])
  }

  @Test func aLevelBetweenTheThresholdsDoesNotFlutter() {
    let middle = (rules.enterSilence + rules.leaveSilence) / 2
    let levels = (0..<100).map { middle + ($0.isMultiple(of: 2) ? 1 : -1) }
    #expect(Set(decisions(levels)) == [false])
    #expect(Set(decisions([-120] + levels)) == [true])
  }

  @Test func aChosenLevelKeepsTheDistanceOfTheThresholds() {
    let distance = rules.leaveSilence - rules.enterSilence
    #expect(
      decisions([-29.9, -30.1, -30 + distance - 0.1, -30 + distance], silenceLevel: -30)
        == [false, true, true, false])
  }
}
