import Testing

@testable import SoundwatchCLI

@Suite struct TerminalStyleTests {
  private func style(_ environment: [String: String]) -> TerminalStyle {
    TerminalStyle(environment: environment, width: 80)
  }

  @Test func anOrdinaryTerminalHasColoursAndLetters() {
    let style = style(["TERM": "xterm-256color", "LANG": "en_US.UTF-8"])
    #expect(style.usesColor && style.usesUnicode)
  }

  @Test(arguments: ["1", "0", "yes"])
  func noColorKeepsColoursAway(_ value: String) {
    let style = style(["TERM": "xterm", "LANG": "C.utf8", "NO_COLOR": value])
    #expect(!style.usesColor && style.usesUnicode)
  }

  @Test func anEmptyNoColorDoesNotCount() {
    #expect(style(["TERM": "xterm", "NO_COLOR": ""]).usesColor)
  }

  @Test(arguments: [["TERM": "dumb", "LANG": "C.UTF-8"], ["LANG": "C.UTF-8"]])
  func aDumbTerminalGetsPlainLetters(_ environment: [String: String]) {
    let style = style(environment)
    #expect(!style.usesColor && !style.usesUnicode)
  }

  @Test func theFirstLocaleThatIsSetCounts() {
    #expect(!style(["TERM": "xterm", "LC_ALL": "C", "LANG": "C.UTF-8"]).usesUnicode)
    #expect(style(["TERM": "xterm", "LC_ALL": "", "LANG": "C.UTF-8"]).usesUnicode)
  }

  @Test func aFileNameCannotMoveTheCursor() {
    #expect("a\u{1B}[2Jb\nc\u{9B}d".withoutControls == "a\u{FFFD}[2Jb\u{FFFD}c\u{FFFD}d")
  }
}
