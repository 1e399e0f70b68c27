/// How far the analysis of an input has come, as one line of a terminal.
struct ProgressLine: Sendable {
  var name: String
  /// Seconds of sound that have been analyzed.
  var done: Double
  /// Seconds of sound that there are, where it is known.
  var total: Double?
  /// Seconds since the analysis began.
  var elapsed: Double
  /// How many inputs are done, out of how many.
  var doneCount: Int
  var inputCount: Int

  private static let barWidth = 20

  /// Writes the line so that it fits the terminal.
  func text(style: TerminalStyle) -> TextBuffer {
    var figures = TextBuffer()
    if let total, total > 0 {
      appendBar(min(1, done / total), style: style, to: &figures)
    }
    figures.append("  ")
    figures.append(clockSeconds: UInt64(max(0, done)))
    if let total, total > 0 {
      figures.append(" / ")
      figures.append(clockSeconds: UInt64(max(done, total)))
    }
    if elapsed > 0 {
      figures.append("  ")
      figures.append(done / elapsed, decimals: done / elapsed < 10 ? 1 : 0)
      figures.append("x")
    }
    var text = TextBuffer()
    if inputCount > 1 { text.append("[\(min(doneCount + 1, inputCount))/\(inputCount)] ") }
    // Colours are not used here, so letters and their count agree, apart from wide ones.
    let room = max(8, style.width - 1 - text.string.count - figures.string.count)
    let shown = name.withoutControls
    text.append(shown.count > room ? "..." + shown.suffix(room - 3) : shown)
    text.append(figures)
    return text
  }

  private func appendBar(_ share: Double, style: TerminalStyle, to text: inout TextBuffer) {
    let full = Int((share * Double(Self.barWidth)).rounded())
    let (on, off) = style.usesUnicode ? ("█", "░") : ("#", ".")
    text.append("  ")
    text.append(String(repeating: on, count: full))
    text.append(String(repeating: off, count: Self.barWidth - full))
  }
}
