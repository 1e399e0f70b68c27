/// Writes JSON Lines: one object for each result, with the input in `file`. A play of a recording has the
/// label `play`.
struct JSONLinesWriter: ResultWriter {
  private let row: JSONRow
  private let prefix: TextBuffer

  init(_ sheet: ResultSheet) {
    row = JSONRow(sheet)
    var prefix = TextBuffer()
    prefix.append("{\"file\":")
    prefix.append(json: sheet.name)
    prefix.append(",")
    self.prefix = prefix
  }

  mutating func write(_ row: ResultRow, to text: inout TextBuffer) {
    text.append(prefix)
    self.row.append(row, to: &text)
    text.append("}\n")
  }

  mutating func write(_ play: RecognizedPlay, to text: inout TextBuffer) {
    text.append(prefix)
    text.append("\"label\":\"\(RecognizedPlay.label)\",")
    row.append(play, to: &text)
    text.append("}\n")
  }
}
