import Foundation
import SoundSignal
import Testing

@testable import SoundwatchCLI

@Suite struct TextBufferTests {
  private func text(_ write: (inout TextBuffer) -> Void) -> String {
    var text = TextBuffer()
    write(&text)
    return text.string
  }

  @Test(arguments: [
    (0.0, 4, "0.0000"), (1, 4, "1.0000"), (0.99995, 4, "1.0000"), (0.00005, 4, "0.0001"),
    (0.12344, 4, "0.1234"), (-0.5, 1, "-0.5"), (2.5, 0, "3"), (12_345.678, 2, "12345.68"),
    (.nan, 2, "0.00"), (.infinity, 1, "0.0"), (-0.00001, 3, "0.000"),
  ])
  func numbersHaveAFixedCountOfDecimals(_ number: Double, _ decimals: Int, _ expected: String) {
    #expect(text { $0.append(number, decimals: decimals) } == expected)
  }

  @Test func fixedDecimalsAgreeWithFoundation() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      // Halves are rounded otherwise by Foundation, but no random number is one.
      let number = Double.random(in: -10_000...10_000, using: &generator)
      let expected = String(format: "%.4f", number)
      let written = text { $0.append(number, decimals: 4) }
      #expect(abs((Double(written) ?? .nan) - (Double(expected) ?? .nan)) < 0.000_11, "\(number)")
    }
  }

  @Test(arguments: [
    (0, "0.000"), (1, "0.001"), (61_250, "61.250"), (-5, "-0.005"), (3_600_000, "3600.000"),
  ])
  func secondsHaveThreeDecimals(_ milliseconds: Int64, _ expected: String) {
    #expect(text { $0.append(seconds: Milliseconds(milliseconds)) } == expected)
  }

  @Test(arguments: [
    (0, "0:00.000"), (61_250, "1:01.250"), (3_599_999, "59:59.999"), (3_600_000, "1:00:00.000"),
    (7_261_001, "2:01:01.001"), (360_000_000, "100:00:00.000"),
  ])
  func clockTimesAreWrittenAsPeopleWriteThem(_ milliseconds: Int64, _ expected: String) {
    #expect(text { $0.append(clock: Milliseconds(milliseconds)) } == expected)
  }

  @Test func wholeNumbersAreWritten() {
    #expect(text { $0.append(Int64.min) } == "-9223372036854775808")
    #expect(text { $0.append(7, digits: 3) } == "007")
  }

  @Test(arguments: [
    (44_100, 44_100, 1000), (22_050, 44_100, 500), (1, 2000, 1), (1, 2001, 0), (-1, 2000, -1),
    (Int64.max / 4, 384_000, 6_004_799_503_160_661),
  ])
  func framesAreRoundedToMilliseconds(_ frame: Int64, _ rate: Int, _ expected: Int64) {
    let time = StreamTime(frame: frame, sampleRate: rate)
    #expect(Milliseconds(time).count == expected)
  }

  @Test(arguments: [
    "", "plain", "with \"quotes\" and \\ backslash", "line\nbreak\r\ttab", "\u{0}\u{1F}\u{7F}",
    "Käse 音楽 🎵 \u{2028}", "a/b",
  ])
  func jsonStringsAreReadBackByFoundation(_ original: String) throws {
    let json = text { $0.append(json: original) }
    let parsed = try JSONSerialization.jsonObject(
      with: Data(json.utf8), options: .fragmentsAllowed)
    #expect(parsed as? String == original)
  }

  @Test(arguments: [
    ("plain", "plain"), ("a b", "a b"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
    ("two\nlines", "\"two\nlines\""), (" edge", "\" edge\""), ("", ""), ("音,楽", "\"音,楽\""),
  ])
  func csvFieldsAreQuotedWhereNeeded(_ field: String, _ expected: String) {
    #expect(text { $0.append(csv: field) } == expected)
  }
}
