/// Writes comma-separated values with a header.
///
/// The columns are a promise. Windows: `file,start,end,label` and one score for each label, which is
/// `speech,music,singing,noise,silence` with the bundled model. Segments:
/// `file,start,end,label,confidence`. Where each channel gives results of its own, a last column
/// `channel` counts from zero. Times are seconds with three decimals.
///
/// Where music is recognized, `title,artist,source,reference_offset,recognizer` follow, and for windows
/// `confidence`. A play of a recording is a row with the label `play`; in other rows these columns are
/// empty, as scores are in that of a play.
struct CSVWriter: ResultWriter {
  private let kind: AnalyzeOptions.ResultKind
  private let separatesChannels: Bool
  private let scoreCount: Int
  /// What stands in the columns of plays in other rows.
  private let noPlay: String
  /// The first field with its comma.
  private let file: TextBuffer

  init(_ sheet: ResultSheet) {
    kind = sheet.kind
    separatesChannels = sheet.separatesChannels
    scoreCount = sheet.labels.count
    let playColumnCount = sheet.recognizesMusic ? Self.playColumns(of: sheet).count : 0
    noPlay = String(repeating: ",", count: playColumnCount)
    var file = TextBuffer()
    file.append(csv: sheet.name)
    file.append(byte: UInt8(ascii: ","))
    self.file = file
  }

  static func appendHeader(of sheet: ResultSheet, to text: inout TextBuffer) {
    text.append("file,start,end,label")
    for column in sheet.kind == .windows ? sheet.labels : ["confidence"] {
      text.append(byte: UInt8(ascii: ","))
      text.append(csv: column)
    }
    if sheet.separatesChannels { text.append(",channel") }
    for column in sheet.recognizesMusic ? playColumns(of: sheet) : [] { text.append(",\(column)") }
    text.append("\n")
  }

  private static func playColumns(of sheet: ResultSheet) -> [String] {
    ["title", "artist", "source", "reference_offset", "recognizer"]
      + (sheet.kind == .windows ? ["confidence"] : [])
  }

  mutating func write(_ row: ResultRow, to text: inout TextBuffer) {
    begin(row.start, row.end, row.label, to: &text)
    if kind == .windows {
      for score in row.scores { append(score, to: &text) }
    } else {
      append(row.confidence, to: &text)
    }
    append(channel: row.channel, to: &text)
    text.append(noPlay)
    text.append(byte: UInt8(ascii: "\n"))
  }

  mutating func write(_ play: RecognizedPlay, to text: inout TextBuffer) {
    begin(play.start, play.end, RecognizedPlay.label, to: &text)
    if kind == .windows {
      text.append(String(repeating: ",", count: scoreCount))
    } else {
      append(play.confidence, to: &text)
    }
    append(channel: play.channel, to: &text)
    let summary = play.summary
    for field in [summary.title, summary.artist, summary.source] {
      text.append(byte: UInt8(ascii: ","))
      text.append(csv: field)
    }
    text.append(byte: UInt8(ascii: ","))
    text.append(seconds: Milliseconds(seconds: play.offset))
    text.append(byte: UInt8(ascii: ","))
    text.append(csv: play.recognizer)
    if kind == .windows { append(play.confidence, to: &text) }
    text.append(byte: UInt8(ascii: "\n"))
  }

  private func begin(
    _ start: Milliseconds, _ end: Milliseconds, _ label: String, to text: inout TextBuffer
  ) {
    text.append(file)
    text.append(seconds: start)
    text.append(byte: UInt8(ascii: ","))
    text.append(seconds: end)
    text.append(byte: UInt8(ascii: ","))
    text.append(csv: label)
  }

  private func append(channel: Int, to text: inout TextBuffer) {
    guard separatesChannels else { return }
    text.append(byte: UInt8(ascii: ","))
    text.append(Int64(channel))
  }

  private func append(_ score: Double, to text: inout TextBuffer) {
    text.append(byte: UInt8(ascii: ","))
    text.append(score, decimals: 4)
  }
}
