/// Writes a label track for Audacity: start, end and text, separated by tabs.
struct AudacityWriter: ResultWriter {
  private let separatesChannels: Bool

  init(_ sheet: ResultSheet) { separatesChannels = sheet.separatesChannels }

  mutating func write(_ row: ResultRow, to text: inout TextBuffer) {
    append(row.label, from: row.start, to: row.end, channel: row.channel, to: &text)
  }

  mutating func write(_ play: RecognizedPlay, to text: inout TextBuffer) {
    append(
      play.summary.name, from: play.start, to: play.end, channel: play.channel, to: &text)
  }

  private func append(
    _ label: String, from start: Milliseconds, to end: Milliseconds, channel: Int,
    to text: inout TextBuffer
  ) {
    text.append(seconds: start)
    text.append("\t")
    text.append(seconds: end)
    text.append("\t")
    text.append(String(label.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
    if separatesChannels { text.append(" (channel \(channel))") }
    text.append("\n")
  }
}
