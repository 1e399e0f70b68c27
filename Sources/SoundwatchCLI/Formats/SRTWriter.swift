/// Writes SubRip subtitles, so that a player shows what it plays.
///
/// Subtitles that overlap are shown badly or not at all, so each ends where the next one of its
/// channel begins. What is recognized stands under the label, for as long as it plays.
struct SRTWriter: ResultWriter {
  private let separatesChannels: Bool
  private var timeLine = TimeLine()
  private var plays = TimeLine()

  init(_ sheet: ResultSheet) { separatesChannels = sheet.separatesChannels }

  mutating func write(_ row: ResultRow, to text: inout TextBuffer) { timeLine.append(row) }

  mutating func write(_ play: RecognizedPlay, to text: inout TextBuffer) {
    plays.append(ResultRow(play))
  }

  mutating func finish(_ ending: ResultEnding, to text: inout TextBuffer) {
    let plays = plays.rowsWithoutOverlap(until: nil)
    let labels = timeLine.rowsWithoutOverlap(until: nil)
    for (index, row) in labels.flatMap({ Self.captioned($0, plays) }).enumerated() {
      text.append(Int64(index + 1))
      text.append("\n")
      Self.append(row.start, to: &text)
      text.append(" --> ")
      Self.append(row.end, to: &text)
      text.append("\n")
      text.append(Self.oneLine(row.label))
      if separatesChannels { text.append(" (channel \(row.channel))") }
      if let caption = row.caption { text.append("\n\(Self.oneLine(caption))") }
      text.append("\n\n")
    }
  }

  /// A part of a row during which the same recording plays, or none.
  private struct Part {
    let start: Milliseconds
    let end: Milliseconds
    let label: String
    let channel: Int
    let caption: String?
  }

  /// Cuts a row where plays begin and end.
  private static func captioned(_ row: ResultRow, _ plays: [ResultRow]) -> [Part] {
    var parts: [Part] = []
    var position = row.start
    func append(until end: Milliseconds, _ caption: String?) {
      guard end > position else { return }
      parts.append(
        Part(
          start: position, end: end, label: row.label, channel: row.channel, caption: caption))
      position = end
    }
    for play in plays where play.channel == row.channel && play.end > row.start {
      append(until: min(play.start, row.end), nil)
      append(until: min(play.end, row.end), play.label)
    }
    append(until: row.end, nil)
    return parts
  }

  /// A blank line would end the subtitle.
  private static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
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
