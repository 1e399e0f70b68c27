/// Writes Rich Transcription Time Marked lines as NIST's scoring tools and pyannote read them.
///
/// Fields are separated by blanks, so names are written with underscores instead of them. Channels
/// count from one, as they do in the standard. Those tools would take a play for one more speaker, so
/// plays are left out.
struct RTTMWriter: ResultWriter {
  private let prefix: String

  init(_ sheet: ResultSheet) {
    prefix = "SPEAKER \(Self.field(sheet.identifier)) "
  }

  mutating func write(_ row: ResultRow, to text: inout TextBuffer) {
    text.append(prefix)
    text.append(Int64(row.channel) + 1)
    text.append(" ")
    text.append(seconds: row.start)
    text.append(" ")
    text.append(seconds: row.end - row.start)
    text.append(" <NA> <NA> ")
    text.append(Self.field(row.label))
    text.append(" <NA> <NA>\n")
  }

  mutating func write(_ play: RecognizedPlay, to text: inout TextBuffer) {}

  private static func field(_ text: String) -> String {
    // A line that begins with two semicolons would be a comment; here no field begins a line.
    let field = String(text.map { $0.isWhitespace ? "_" : $0 })
    return field.isEmpty ? "<NA>" : field
  }
}
