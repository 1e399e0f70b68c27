/// Turns the lines of a screen into what a terminal has to be sent, line by line and only where they
/// differ from what stands there.
///
/// *Confined*: a value.
package struct ScreenPainter: Sendable {
  private var shown: [String] = []
  private var needsWiping = true
  /// The size of the terminal that the last lines were made for.
  package var size = (width: 0, height: 0)

  package init() {}

  /// Forgets what stands on the terminal: it was resized, or somebody else wrote on it.
  package mutating func invalidate() {
    shown = []
    needsWiping = true
  }

  /// The bytes that change the terminal from the last lines to these; empty when nothing changes.
  package mutating func paint(_ lines: [String]) -> [UInt8] {
    var text = TextBuffer()
    if needsWiping { text.append("\u{1B}[0m\u{1B}[2J") }
    for (row, line) in lines.enumerated() where row >= shown.count || shown[row] != line {
      if line.isEmpty, row >= shown.count, needsWiping { continue }
      text.append("\u{1B}[\(row + 1);1H")
      text.append(line)
      text.append("\u{1B}[K")
    }
    for row in lines.count..<max(lines.count, shown.count) {
      text.append("\u{1B}[\(row + 1);1H\u{1B}[K")
    }
    shown = lines
    needsWiping = false
    if text.isEmpty { return [] }
    var frame = TextBuffer()
    // Terminals that know it (mode 2026) show the whole change at once; others ignore it.
    frame.append("\u{1B}[?2026h")
    frame.append(text)
    frame.append("\u{1B}[?2026l")
    return frame.bytes
  }
}
