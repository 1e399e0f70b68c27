import Testing

@testable import SoundwatchCLI

@Suite struct ProgressLineTests {
  private func line(
    _ name: String, done: Double, total: Double?, inputs: Int = 1, width: Int = 80
  ) -> String {
    ProgressLine(
      name: name, done: done, total: total, elapsed: 2, doneCount: 2, inputCount: inputs
    ).text(style: TerminalStyle(usesColor: true, usesUnicode: false, width: width)).string
  }

  @Test func itTellsHowFarAndHowFast() {
    #expect(
      line("talk.mp3", done: 1800, total: 3600)
        == "talk.mp3  ##########..........  30:00 / 1:00:00  900x")
  }

  @Test func withoutALengthThereIsNoBar() {
    #expect(line("radio", done: 5, total: nil) == "radio  0:05  2.5x")
  }

  @Test func ofManyInputsItTellsTheNumber() {
    #expect(line("a", done: 0, total: 1, inputs: 7).hasPrefix("[3/7] a  ...................."))
  }

  @Test(arguments: [30, 60, 80, 200])
  func itFitsTheTerminal(_ width: Int) {
    let name = String(repeating: "long/", count: 60)
    #expect(
      line(name, done: 1800, total: 3600, inputs: 7, width: width).count <= max(66, width - 1))
  }

  @Test func anEstimateThatWasTooShortIsCorrected() {
    #expect(line("a", done: 90, total: 60).contains("####################  1:30 / 1:30"))
  }
}
