import AudioTestSupport
import Foundation
import SoundRecognition
import Testing

@Suite struct MediaItemTableTests {
  private func rows(_ csv: String) throws -> [MediaItemTable.Row] {
    try MediaItemTable(csv: Data(csv.utf8)).rows
  }

  private func message(_ csv: [UInt8]) -> String {
    do {
      _ = try MediaItemTable(csv: Data(csv))
      return ""
    } catch {
      #expect(error.code == .mediaItemInvalid)
      return error.message
    }
  }

  @Test func headersNamePropertiesInAnySpelling() throws {
    let item = try #require(
      try rows("Title,ARTIST,SHMediaItemSubtitle,isrc,Episode\r\nA,B,C,D,E\r\n").first?.item)
    #expect(item.title == "A" && item.artist == "B" && item.subtitle == "C" && item.isrc == "D")
    #expect(item[MediaItemProperty("Episode")] as? String == "E")
  }

  @Test func valuesHaveTheTypesOfTheirProperties() throws {
    let item = try #require(
      try rows(
        """
        genres,explicitContent,webURL,creationDate,appleMusicID
        Rock; Blues;,1,https://example.org/a?b=c,2026-01-31,12
        """
      ).first?.item)
    #expect(item.genres == ["Rock", "Blues"] && item.explicitContent)
    #expect(item.webURL?.absoluteString == "https://example.org/a?b=c")
    #expect(item.creationDate == Date(timeIntervalSince1970: 1_769_817_600))
    #expect(item.appleMusicID == "12")
  }

  @Test(arguments: [
    ("2026-01-31T12:00:00Z", 1_769_860_800.0), ("2026-01-31T12:00:00.250Z", 1_769_860_800.25),
    ("2026-01-31T13:00:00+01:00", 1_769_860_800.0),
  ])
  func datesAreThoseOfISO8601(_ text: String, _ seconds: Double) throws {
    let item = try #require(try rows("title,creationDate\nA,\(text)\n").first?.item)
    #expect(item.creationDate?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: ["14.0..<31.0;45.5..<60", "14-31; 45.5 - 60", "14 ..< 31;4.55e1-6e+1;"])
  func rangesHaveTwoSpellings(_ text: String) throws {
    let item = try #require(try rows("title,timeRanges\nA,\(text)\n").first?.item)
    #expect(item.timeRanges == [14..<31, 45.5..<60])
  }

  @Test(arguments: ["-0.04..<-0.03", "-0.04--0.03", "-4e-2 - -3e-2"])
  func skewsMayBeNegative(_ text: String) throws {
    let item = try #require(try rows("title,frequencySkewRanges\nA,\(text)\n").first?.item)
    #expect(item.frequencySkewRanges == [-0.04..<(-0.03)])
  }

  @Test func fieldsAreQuotedAsRFC4180Says() throws {
    let csv = "\u{FEFF}title,artist\r\n\"a, \"\"b\"\"\r\nc\",\"\"\n\n7\" mix, d \re,f"
    let rows = try rows(csv)
    #expect(rows.map(\.item.title) == ["a, \"b\"\r\nc", "7\" mix", "e"])
    #expect(rows.map(\.item.artist) == [nil, " d ", "f"])
  }

  @Test(arguments: [
    ("", "no header"), ("title\n\"a", "Line 2: a quotation mark is opened"),
    ("title,artist\n\n\"a\nb\",\"c\"d\n", "Line 4: text follows a closing quotation mark"),
    ("title,artist\na\n", "Line 2 has 1 fields, and the header has 2."),
    ("title;artist\na;b\n", "separated by commas, not by semicolons"),
    ("title,SHMediaItemTitle\na,b\n", "Two columns hold the same"),
    ("title,timeRanges\na,31-14\n", "Line 2: timeRanges is \"31-14\", where ranges"),
    ("title,explicitContent\na,maybe\n", "where true or false is expected"),
    ("title,creationDate\na,yesterday\n", "where a date"),
    ("title,id\na,5\n", "where a UUID"), ("title,x:json\na,{\n", "where JSON"),
  ])
  func whatIsWrongIsSaidWithItsLine(_ csv: String, _ expected: String) {
    #expect(message(Array(csv.utf8)).contains(expected), "\(message(Array(csv.utf8)))")
  }

  @Test func otherEncodingsAreRefused() {
    #expect(message([0x74, 0xFC, 0x0A]).contains("not in UTF-8"))
  }

  @Test func theTableReadsAsPeopleWroteIt() throws {
    let csv =
      "title,artist,timeRanges,Episode,id\r\nA,\"B, C\",14.0..<31.0,3,"
      + "12345678-9ABC-4DEF-8123-456789ABCDEF\r\n"
    #expect(String(decoding: try MediaItemTable(csv: Data(csv.utf8)).csv, as: UTF8.self) == csv)
  }

  @Test func nothingIsLostOnTheWayThroughATable() throws {
    var generator = SeededGenerator(seed: 7)
    let items = (0..<300).map { _ in randomItem(&generator) }
    let table = MediaItemTable(items.enumerated().map { .init($1, signature: "s, \($0).swsig") })
    let again = try MediaItemTable(csv: table.csv)
    #expect(again.rows.count == items.count)
    for (row, before) in zip(again.rows, table.rows) where row != before {
      Issue.record("\(before.item.values) became \(row.item.values)")
    }
  }

  private func randomItem(_ generator: inout SeededGenerator) -> MediaItem {
    let names = [
      "title", "Title ", "id", "custom:x", "x:json", "custom:x:json", "", " ", "a,b", "\"",
      "signature",
      "SHMediaItemTitle", "SHMediaItemGenres", "SHMediaItemWebURL", "SHMediaItemTimeRanges",
      "SHMediaItemCreationDate", "SHMediaItemExplicitContent", "SHMediaItemFrequencySkewRanges",
      "SoundwatchTimeStretch", "größe", "$date",
    ]
    var values: [MediaItemProperty: MediaItemValue] = [:]
    for name in names where Bool.random(using: &generator) {
      values[MediaItemProperty(name)] = randomValue(&generator, depth: 0)
    }
    return MediaItem(values: values)
  }

  private func randomValue(_ generator: inout SeededGenerator, depth: Int) -> MediaItemValue {
    let number = Double.random(in: -1e3...1e3, using: &generator)
    let texts = ["", " ", "a;b", "1-2", "true", "\r\n\"", "é,\u{1F3B5}\u{1}", "14..<31", "{}", "#"]
    let text = texts.randomElement(using: &generator) ?? ""
    switch Int.random(in: 0..<(depth < 3 ? 13 : 11), using: &generator) {
    case 0, 1, 2: return .string(text)
    case 3: return .integer(Int(number))
    case 4: return .float(Float(number))
    case 5: return .double(Bool.random(using: &generator) ? number.rounded() : number)
    case 6: return .boolean(number > 0)
    case 7:
      return .date(Date(timeIntervalSinceReferenceDate: number > 0 ? number.rounded() : number))
    case 8: return .data(Data(text.utf8))
    case 9: return .timeRanges([number..<number + 1.1, number..<number])
    case 10: return .frequencySkewRanges([Float(number)..<Float(number) + 1])
    case 11: return .array((0..<3).map { _ in randomValue(&generator, depth: depth + 1) })
    default:
      let name = ["$date", "$dictionary", "a", ""].randomElement(using: &generator) ?? ""
      return .dictionary([name: randomValue(&generator, depth: depth + 1)])
    }
  }
}
