/// Writes SubRip subtitles, so that a player shows what it plays.
///
/// Subtitles that overlap are shown badly or not at all, so each ends where the next one of its
/// channel begins.
struct SRTWriter: ResultWriter {
  private let separatesChannels: Bool
  private var timeLine = TimeLine()

  init(_ sheet: ResultSheet) { separatesChannels = sheet.separatesChannels }

  mutating func write(_ row: ResultRow, to text: inout TextBuffer) { timeLine.append(row) }

  mutating func finish(_ ending: ResultEnding, to text: inout TextBuffer) {
    for (index, row) in timeLine.rowsWithoutOverlap(until: nil).enumerated() {
      text.append(Int64(index + 1))
      text.append("\n")
      Self.append(row.start, to: &text)
      text.append(" --> ")
      Self.append(row.end, to: &text)
      text.append("\n")
      // A blank line would end the subtitle.
      text.append(String(row.label.map { $0.isNewline ? " " : $0 }))
      if separatesChannels { text.append(" (channel \(row.channel))") }
      text.append("\n\n")
    }
  }

  /// Appends a time as `01:02:03,250`.
  private static func append(_ time: Milliseconds, to text: inout TextBuffer) {
    let count = max(0, time.count)
    text.append(count / 3_600_000, digits: 2)
    text.append(":")
    text.append(count / 60_000 % 60, digits: 2)
    text.append(":")
    text.append(count / 1000 % 60, digits: 2)
    text.append(",")
    text.append(count % 1000, digits: 3)
  }
}
