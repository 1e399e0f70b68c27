/// Writes one JSON document, `{"files":[...]}`, with an object for each input.
///
/// The object has `file`, then `segments` or `windows`, then `start` and `end` of what was analyzed,
/// and `error` where the analysis broke off.
struct JSONWriter: ResultWriter {
  private let row: JSONRow
  private let name: String
  private let key: String
  private var isFirst = true

  init(_ sheet: ResultSheet) {
    row = JSONRow(sheet)
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

  mutating func finish(_ ending: ResultEnding, to text: inout TextBuffer) {
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
