import Testing

@testable import SoundwatchCLI

@Suite struct ParseTimeTests {
  @Test(arguments: [
    ("0", 0), ("90", 90), ("12.5", 12.5), (".5", 0.5), ("5.", 5), ("1:30", 90), ("01:30", 90),
    ("90:00", 5400), ("1:02:03.250", 3723.25), ("0:00:00", 0), ("100:00:00", 360_000),
    ("1:02.125", 62.125),
  ])
  func timesAreRead(_ text: String, _ seconds: Double) {
    #expect(parseTime(text) == seconds)
  }

  @Test(arguments: [
    "", ":", "1:", ":1", "1::2", "1:60", "1:60:00", "1:2:3:4", "-1", "+1", "1e3", "0x10", "inf",
    "nan", " 1", "1 ", "1,5", "1.2.3", "1.5:00", "9999999:00", "1234567890123456789", ".",
  ])
  func whatIsNoTimeIsRefused(_ text: String) {
    #expect(parseTime(text) == nil)
  }

  @Test(arguments: [("12", 12), ("0", 0), ("007", 7)])
  func wholeNumbersAreRead(_ text: String, _ number: Int) {
    #expect(parseWhole(text) == number)
  }

  @Test(arguments: ["", "-1", "1.0", "99999999999999999999", "١"])
  func whatIsNoWholeNumberIsRefused(_ text: String) {
    #expect(parseWhole(text) == nil)
  }
}
