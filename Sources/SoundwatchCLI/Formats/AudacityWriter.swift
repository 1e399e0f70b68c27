/// Writes a label track for Audacity: start, end and text, separated by tabs.
struct AudacityWriter: ResultWriter {
  private let separatesChannels: Bool

  init(_ sheet: ResultSheet) { separatesChannels = sheet.separatesChannels }

  mutating func write(_ row: ResultRow, to text: inout TextBuffer) {
    text.append(seconds: row.start)
    text.append("\t")
    text.append(seconds: row.end)
    text.append("\t")
    text.append(String(row.label.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
    if separatesChannels { text.append(" (channel \(row.channel))") }
    text.append("\n")
  }
}
