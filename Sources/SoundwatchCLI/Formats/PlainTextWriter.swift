/// Writes a line for each result, for people who send the output into a file or another program.
struct PlainTextWriter: ResultWriter {
  private let sheet: ResultSheet
  private let labelWidth: Int

  init(_ sheet: ResultSheet) {
    self.sheet = sheet
    labelWidth = sheet.labels.map(\.utf8.count).max() ?? 0
  }

  mutating func begin(_ text: inout TextBuffer) {
    if sheet.showsName { text.append("\(sheet.name.withoutControls)\n") }
  }

  mutating func write(_ row: ResultRow, to text: inout TextBuffer) {
    text.append(clock: row.start, width: 11)
    text.append(clock: row.end, width: 13)
    text.append("  ")
    if sheet.separatesChannels { text.append("channel \(row.channel)  ") }
    text.append(row.label, width: labelWidth)
    if sheet.kind == .windows {
      for (label, score) in zip(sheet.labels, row.scores) {
        text.append("  \(label) ")
        text.append(score, decimals: 2)
      }
    } else {
      text.append("  ")
      text.append(row.confidence, decimals: 2)
    }
    text.append("\n")
  }

  mutating func write(_ play: RecognizedPlay, to text: inout TextBuffer) {
    text.append(clock: play.start, width: 11)
    text.append(clock: play.end, width: 13)
    text.append("  ")
    if sheet.separatesChannels { text.append("channel \(play.channel)  ") }
    text.append(RecognizedPlay.label, width: labelWidth)
    text.append("  ")
    text.append(play.confidence, decimals: 2)
    text.append("  \(play.summary.name)\n")
  }

  mutating func finish(_ ending: ResultEnding, to text: inout TextBuffer) {
    if let error = ending.error, sheet.showsName { text.append("  failed: \(error)\n") }
  }
}

extension TextBuffer {
  /// Appends a time as people write it, behind as many spaces as a column needs.
  mutating func append(clock time: Milliseconds, width: Int) {
    var clock = TextBuffer()
    clock.append(clock: time)
    append(rightAligned: clock, width: width)
  }
}
