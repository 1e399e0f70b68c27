/// Writes one JSON document, `{"files":[...]}`, with an object for each input.
///
/// The object has `file`, then `segments` or `windows`, then `start` and `end` of what was analyzed,
/// and `error` where the analysis broke off. Where music is recognized, `plays` stands before `start`.
struct JSONWriter: ResultWriter {
  private let row: JSONRow
  private let name: String
  private let key: String
  private var isFirst = true
  /// The objects of plays, which stand behind those of labels; `nil` where music is not recognized.
  private var plays: TextBuffer?

  init(_ sheet: ResultSheet) {
    row = JSONRow(sheet)
    plays = sheet.recognizesMusic ? TextBuffer() : nil
    name = sheet.name
    key = sheet.kind == .windows ? "windows" : "segments"
  }

  mutating func begin(_ text: inout TextBuffer) {
    text.append("\n{\"file\":")
    text.append(json: name)
    text.append(",\"\(key)\":[")
  }

  mutating func write(_ row: ResultRow, to text: inout TextBuffer) {
    text.append(isFirst ? "\n  {" : ",\n  {")
    isFirst = false
    self.row.append(row, to: &text)
    text.append("}")
  }

  mutating func write(_ play: RecognizedPlay, to text: inout TextBuffer) {
    var plays = plays ?? TextBuffer()
    plays.append(plays.isEmpty ? "\n  {" : ",\n  {")
    row.append(play, to: &plays)
    plays.append("}")
    self.plays = plays
  }

  mutating func finish(_ ending: ResultEnding, to text: inout TextBuffer) {
    if let plays {
      text.append("],\n \"plays\":[")
      text.append(plays)
    }
    text.append("],\n \"start\":")
    text.append(seconds: ending.start)
    text.append(",\"end\":")
    text.append(seconds: ending.end)
    if let error = ending.error {
      text.append(",\"error\":")
      text.append(json: error)
    }
    text.append("}")
  }
}
