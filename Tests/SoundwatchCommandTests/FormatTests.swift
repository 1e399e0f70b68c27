import Foundation
import SoundRecognition
import Testing

@testable import SoundwatchCLI

@Suite struct FormatTests {
  /// Names that some format has to quote, escape or replace.
  static let names = [
    "plain.wav", "with, comma.wav", "with \"quotes\".wav", "with\nnewline.wav", " Käse & 音楽 🎵.wav",
  ]

  private func segments() -> [ResultRow] {
    [
      row(0, 1500, "silence", 1), row(1500, 62_040, "speech", 0.98765),
      row(62_040, 3_723_250, "music", 0.5), row(3_723_250, 3_730_001, "say \"hi\"", 0.00004),
    ]
  }

  private func windows() -> [ResultRow] {
    [
      row(0, 3000, "speech", 0.9, scores: [0.9, 0.1, 0.02, 0.3, 0]),
      row(1500, 4500, "music", 0.8, scores: [0.25, 0.8, 0.123_45, 0, 0]),
      row(3000, 5200, "silence", 1, scores: [0, 0, 0, 0, 1]),
    ]
  }

  private func row(
    _ start: Int64, _ end: Int64, _ label: String, _ confidence: Double, scores: [Double] = [],
    channel: Int = 0
  ) -> ResultRow {
    ResultRow(
      start: Milliseconds(start), end: Milliseconds(end), label: label, confidence: confidence,
      scores: scores, channel: channel)
  }

  /// A recording that plays while one label ends and others come, and one that nothing is known of.
  private func plays() -> [RecognizedPlay] {
    let known = MatchedMediaItem(
      MediaItem(
        values: [
          .title: .string("Käse, \"live\""), .artist: .string("A\tB"),
          .source: .string("music/käse.mp3"),
        ], id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
      matchOffset: 12, timeStretch: 0.02, confidence: 0.98765)
    return [
      RecognizedPlay(
        start: Milliseconds(2000), end: Milliseconds(4000), offset: 12.3456, items: [known],
        recognizer: "songs.swcatalog"),
      RecognizedPlay(
        start: Milliseconds(4000), end: Milliseconds(5100), offset: -0.25, items: [],
        recognizer: "AudD"),
    ]
  }

  /// Writes the same rows for each name, as the command would.
  private func write(
    _ rows: [ResultRow], _ format: ResultFormat, names: [String], plays: [RecognizedPlay] = [],
    change: (inout ResultSheet) -> Void = { _ in }, error: String? = nil
  ) -> String {
    var text = TextBuffer()
    for (index, name) in names.enumerated() {
      var sheet = ResultSheet(
        name: name, identifier: OutputPlan([Input(operand: name)]).stems[0],
        kind: rows.first?.scores.isEmpty == false ? .windows : .segments,
        labels: AnalyzeOption.bundledLabels)
      sheet.showsName = names.count > 1
      sheet.recognizesMusic = !plays.isEmpty
      change(&sheet)
      if index == 0 {
        text.append(format.opening(of: sheet))
      } else {
        text.append(format.separator)
      }
      var writer = format.makeWriter(for: sheet)
      writer.begin(&text)
      for row in rows { writer.write(row, to: &text) }
      for play in plays { writer.write(play, to: &text) }
      let end = rows.map(\.end).max() ?? Milliseconds(0)
      writer.finish(
        ResultEnding(end: end, channelCount: sheet.separatesChannels ? 2 : 1, error: error),
        to: &text)
    }
    text.append(format.closing)
    return text.string
  }

  @Test(arguments: ResultFormat.allCases)
  func segmentsLookAsTheyDid(_ format: ResultFormat) throws {
    let names = format.holdsSeveralInputs ? Self.names : [Self.names[0]]
    try expectSnapshot(
      write(segments(), format, names: names), named: "segments.\(format.rawValue)")
  }

  @Test(arguments: ResultFormat.allCases)
  func windowsLookAsTheyDid(_ format: ResultFormat) throws {
    let names = format.holdsSeveralInputs ? Array(Self.names.prefix(2)) : [Self.names[0]]
    try expectSnapshot(
      write(windows(), format, names: names), named: "windows.\(format.rawValue)")
  }

  @Test(arguments: ResultFormat.allCases)
  func channelsLookAsTheyDid(_ format: ResultFormat) throws {
    let rows = [
      row(0, 2000, "speech", 0.9), row(0, 1000, "music", 0.8, channel: 1),
      row(1000, 2000, "noise", 0.7, channel: 1),
    ]
    try expectSnapshot(
      write(rows, format, names: ["stereo.wav"]) { $0.separatesChannels = true },
      named: "channels.\(format.rawValue)")
  }

  @Test(arguments: ResultFormat.allCases)
  func playsLookAsTheyDid(_ format: ResultFormat) throws {
    let rows = [row(0, 3000, "music", 0.9), row(3000, 5200, "singing", 0.8)]
    try expectSnapshot(
      write(rows, format, names: [Self.names[0]], plays: plays()),
      named: "plays.\(format.rawValue)")
    if format == .csv || format == .json {
      try expectSnapshot(
        write(windows(), format, names: [Self.names[1]], plays: plays()),
        named: "plays-windows.\(format.rawValue)")
    }
  }

  @Test(arguments: [
    ("color", true, true), ("no-color", false, true), ("ascii", false, false),
  ])
  func aTerminalLooksAsItDid(_ name: String, _ usesColor: Bool, _ usesUnicode: Bool) throws {
    let style = TerminalStyle(usesColor: usesColor, usesUnicode: usesUnicode, width: 60)
    let text = [segments(), windows()].map {
      write($0, .text, names: ["talk\u{1B}[31m.mp3"]) { $0.style = style }
    }
    let failed = write(
      segments(), .text, names: ["b"], plays: plays(), change: { $0.style = style }, error: "broken"
    )
    try expectSnapshot((text + [failed]).joined(), named: "terminal-\(name).text")
  }

  @Test func jsonIsReadBackByFoundation() throws {
    for rows in [segments(), windows()] {
      let text = write(rows, .json, names: Self.names, error: "It \"broke\" off.")
      let document = try #require(
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [[String: Any]]])
      let files = try #require(document["files"])
      #expect(files.compactMap { $0["file"] as? String } == Self.names)
      #expect(files.allSatisfy { $0["error"] as? String == "It \"broke\" off." })
      let key = rows == windows() ? "windows" : "segments"
      let read = try #require(files[0][key] as? [[String: Any]])
      #expect(read.compactMap { $0["label"] as? String } == rows.map(\.label))
      #expect(read.compactMap { $0["start"] as? Double } == rows.map(\.start.seconds))
    }
  }

  @Test func jsonWithoutResultsIsStillJSON() throws {
    let text = write([], .json, names: ["a"])
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
  }

  @Test func everyJSONLineIsAnObject() throws {
    let lines = write(windows(), .jsonl, names: Self.names).split(separator: "\n")
    #expect(lines.count == 15)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect((object?["scores"] as? [String: Double])?.count == 5)
    }
  }

  @Test func theColumnsOfCSVAreAPromise() {
    let segmentHeader = write(segments(), .csv, names: ["a"]).split(separator: "\n")[0]
    let windowHeader = write(windows(), .csv, names: ["a"]).split(separator: "\n")[0]
    #expect(segmentHeader == "file,start,end,label,confidence")
    #expect(windowHeader == "file,start,end,label,speech,music,singing,noise,silence")
  }

  @Test func aTextGridHasNeitherHolesNorOverlaps() throws {
    let rows = [row(1000, 4000, "a", 1), row(3000, 5000, "b", 1), row(7000, 9000, "c", 1)]
    let text = write(rows, .textgrid, names: ["a"])
    var times: [(start: Substring, end: Substring)] = []
    for line in text.split(separator: "\n") where line.hasPrefix("            ") {
      let parts = line.split(separator: " ")
      if parts[0] == "xmin" { times.append((parts[2], "")) }
      if parts[0] == "xmax" { times[times.count - 1].end = parts[2] }
    }
    #expect(times.map(\.start) == ["0.000", "1.000", "3.000", "5.000", "7.000"])
    #expect(times.map(\.end) == ["1.000", "3.000", "5.000", "7.000", "9.000"])
  }

  @Test func nothingIsStillAValidTextGrid() {
    #expect(write([], .textgrid, names: ["a"]).contains("intervals: size = 1\n"))
  }
}
