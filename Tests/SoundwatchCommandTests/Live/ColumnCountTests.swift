import Testing

@testable import SoundwatchCLI

@Suite struct ColumnCountTests {
  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("音", 2), ("ｱ", 1), ("Ａ", 2), ("🎵", 2), ("👩‍👩‍👧", 2),
    ("❤\u{FE0F}", 2), ("\u{200B}", 0), ("\u{202E}", 0), ("█", 1), ("한", 2),
  ])
  func lettersTakeTheirColumns(_ letter: String, _ columns: Int) throws {
    #expect(columnCount(of: try #require(letter.first)) == columns)
  }
}
