/// Writes comma-separated values with a header.
///
/// The columns are a promise. Windows: `file,start,end,label` and one score for each label, which is
/// `speech,music,singing,noise,silence` with the bundled model. Segments:
/// `file,start,end,label,confidence`. Where each channel gives results of its own, a last column
/// `channel` counts from zero. Times are seconds with three decimals.
struct CSVWriter: ResultWriter {
  private let kind: AnalyzeOptions.ResultKind
  private let separatesChannels: Bool
  /// The first field with its comma.
  private let file: TextBuffer

  init(_ sheet: ResultSheet) {
    kind = sheet.kind
    separatesChannels = sheet.separatesChannels
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
    text.append(sheet.separatesChannels ? ",channel\n" : "\n")
  }

  mutating func write(_ row: ResultRow, to text: inout TextBuffer) {
    text.append(file)
    text.append(seconds: row.start)
    text.append(byte: UInt8(ascii: ","))
    text.append(seconds: row.end)
    text.append(byte: UInt8(ascii: ","))
    text.append(csv: row.label)
    if kind == .windows {
      for score in row.scores { append(score, to: &text) }
    } else {
      append(row.confidence, to: &text)
    }
    if separatesChannels {
      text.append(byte: UInt8(ascii: ","))
      text.append(Int64(row.channel))
    }
    text.append(byte: UInt8(ascii: "\n"))
  }

  private func append(_ score: Double, to text: inout TextBuffer) {
    text.append(byte: UInt8(ascii: ","))
    text.append(score, decimals: 4)
  }
}
