/// Draws results on a terminal: a line for each, then the whole sound as one bar, then how much of it
/// each label has.
struct TimelineWriter: ResultWriter {
  private let sheet: ResultSheet
  private let style: TerminalStyle
  private let inks: [String: TerminalStyle.Ink]
  private let labelWidth: Int
  private var timeLine = TimeLine()

  init(_ sheet: ResultSheet, style: TerminalStyle) {
    self.sheet = sheet
    self.style = style
    labelWidth = sheet.labels.map(\.utf8.count).max() ?? 0
    inks = Dictionary(
      sheet.labels.enumerated().map { ($1, style.ink(for: $1, at: $0)) },
      uniquingKeysWith: { first, _ in first })
  }

  mutating func begin(_ text: inout TextBuffer) {
    text.append("\(style.bold)\(sheet.name.withoutControls)\(style.off)\n")
    guard sheet.kind == .windows else { return }
    text.append(style.faint)
    text.append(spaces: 26 + (sheet.separatesChannels ? 12 : 0) + labelWidth + 5)
    for label in sheet.labels { text.append("  \(label)") }
    text.append("\(style.off)\n")
  }

  mutating func write(_ row: ResultRow, to text: inout TextBuffer) {
    timeLine.appendMerging(row)
    text.append(clock: row.start, width: 11)
    text.append(style.faint)
    text.append(clock: row.end, width: 13)
    text.append("\(style.off)  ")
    if sheet.separatesChannels { text.append("channel \(row.channel)", width: 12) }
    let ink = ink(row.label)
    let mark = style.mark(ink)
    text.append("\(style.on(ink.color))\(mark)\(mark)\(mark)\(style.off)  ")
    text.append(row.label, width: labelWidth)
    if sheet.kind == .windows {
      appendScores(row, to: &text)
    } else {
      appendConfidence(row, to: &text)
    }
    text.append("\n")
  }

  mutating func write(_ play: RecognizedPlay, to text: inout TextBuffer) {
    text.append(clock: play.start, width: 11)
    text.append(style.faint)
    text.append(clock: play.end, width: 13)
    text.append("\(style.off)  ")
    if sheet.separatesChannels { text.append("channel \(play.channel)", width: 12) }
    text.append("\(style.on(35))\(style.usesUnicode ? " ♪ " : " m ")\(style.off)  ")
    text.append("\(style.bold)\(play.summary.name)\(style.off)\n")
  }

  mutating func finish(_ ending: ResultEnding, to text: inout TextBuffer) {
    let rows = timeLine.rowsWithoutOverlap(until: nil)
    if let first = rows.first, let last = rows.map(\.end).max(), !sheet.separatesChannels {
      let start = min(first.start, ending.start)
      let end = max(last, ending.end)
      appendBar(rows, from: start, to: end, into: &text)
      appendShares(rows, length: end - start, into: &text)
    }
    if let error = ending.error {
      text.append("  \(style.on(31))failed:\(style.off) \(error.withoutControls)\n")
    } else if rows.isEmpty {
      text.append("  nothing to report\n")
    }
    text.append("\n")
  }

  private func ink(_ label: String) -> TerminalStyle.Ink {
    inks[label] ?? style.ink(for: label, at: 0)
  }

  private func appendConfidence(_ row: ResultRow, to text: inout TextBuffer) {
    var length = TextBuffer()
    length.append((row.end - row.start).seconds, decimals: 1)
    length.append(" s")
    text.append(rightAligned: length, width: 11)
    appendPercent(row.confidence, width: 7, to: &text)
  }

  private func appendScores(_ row: ResultRow, to text: inout TextBuffer) {
    for (label, score) in zip(sheet.labels, row.scores) {
      let isLeading = label == row.label
      text.append(isLeading ? "" : style.faint)
      appendPercent(score, width: label.utf8.count + 2, to: &text)
      text.append(isLeading ? "" : style.off)
    }
  }

  private func appendPercent(_ share: Double, width: Int, to text: inout TextBuffer) {
    var number = TextBuffer()
    number.append(share * 100, decimals: 0)
    number.append(" %")
    text.append(rightAligned: number, width: width)
  }

  /// Draws the sound as one line, each place with the label that has most of it.
  private func appendBar(
    _ rows: [ResultRow], from start: Milliseconds, to end: Milliseconds,
    into text: inout TextBuffer
  ) {
    let cellCount = max(10, min(style.width, 120) - 4)
    let length = Double(max(1, (end - start).count))
    var current: String?
    text.append("  ")
    var next = 0
    for cell in 0..<cellCount {
      let middle = start.count + Int64(length * (Double(cell) + 0.5) / Double(cellCount))
      while next < rows.count, rows[next].end.count <= middle { next += 1 }
      let label = next < rows.count && rows[next].start.count <= middle ? rows[next].label : nil
      if label != current {
        if current != nil { text.append(style.off) }
        if let label { text.append(style.on(ink(label).color)) }
        current = label
      }
      text.append(label.map { style.mark(ink($0)) } ?? " ")
    }
    text.append("\(style.off)\n\(style.faint)")
    var times = (left: TextBuffer(), right: TextBuffer())
    times.left.append(clock: start)
    times.right.append(clock: end)
    text.append("  ")
    text.append(times.left)
    text.append(rightAligned: times.right, width: cellCount - times.left.bytes.count)
    text.append("\(style.off)\n")
  }

  /// Says which part of the sound each label has.
  private func appendShares(
    _ rows: [ResultRow], length: Milliseconds, into text: inout TextBuffer
  ) {
    let totals = rows.reduce(into: [String: Int64]()) {
      $0[$1.label, default: 0] += ($1.end - $1.start).count
    }
    for label in sheet.labels {
      guard let total = totals[label] else { continue }
      let ink = ink(label)
      text.append("  \(style.on(ink.color))\(style.mark(ink))\(style.off) \(label) ")
      appendPercent(Double(total) / Double(max(1, length.count)), width: 0, to: &text)
    }
    text.append("\n")
  }
}

extension String {
  /// The text as a terminal may see it: a file name must not be able to move the cursor.
  var withoutControls: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }
}
