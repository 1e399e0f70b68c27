import Testing

@testable import SoundwatchCLI

@Suite struct OutputPlanTests {
  private func stems(_ operands: String..., reserved: Set<String> = []) -> [String] {
    OutputPlan(operands.map(Input.init), isReserved: reserved.contains).stems
  }

  @Test func theExtensionGivesWay() {
    #expect(stems("x/talk.mp3", "song.ogg") == ["talk", "song"])
  }

  @Test func twoOfOneNameKeepTheirExtensions() {
    #expect(stems("talk.mp3", "talk.wav", "TALK.ogg") == ["talk", "talk.wav", "TALK.ogg"])
  }

  @Test func whereThatDoesNotHelpThereAreNumbers() {
    #expect(
      stems("a/talk.mp3", "b/talk.mp3", "c/talk.mp3", "d/talk.mp3")
        == ["talk", "talk.mp3", "talk-2", "talk-3"])
  }

  @Test func aNumberDoesNotMeetAnInputOfThatName() {
    #expect(stems("a/t", "b/t", "t-2", "c/t") == ["t", "t-2", "t-2-2", "t-3"])
  }

  @Test func thousandsOfOneNameAllDiffer() {
    let inputs = (0..<5000).map { Input(operand: "\($0)/track.mp3") }
    #expect(Set(OutputPlan(inputs).stems).count == inputs.count)
  }

  @Test func anInputIsNotWrittenOver() {
    #expect(stems("notes.csv", reserved: ["notes"]) == ["notes.csv"])
  }
}
