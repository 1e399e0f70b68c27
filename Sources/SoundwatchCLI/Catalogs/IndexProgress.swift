import Synchronization

/// Shows on a terminal how far a command has come with many inputs, and how long it will still take.
///
/// *Thread-safe*.
final class IndexProgress: Sendable {
  private struct State {
    var doneCount = 0
    /// Work that is done, in any unit; of files, their bytes.
    var doneWork = 0.0
    /// Seconds of sound that were heard.
    var seconds = 0.0
    var lastDrawn: ContinuousClock.Instant?
  }

  private static let interval = Duration.milliseconds(100)

  private let state = Mutex(State())
  private let messages: Messages
  private let style: TerminalStyle?
  private let verb: String
  private let count: Int
  private let work: Double
  private let began = ContinuousClock.now

  /// - Parameters:
  ///   - style: how the terminal is drawn on; `nil` where nothing is shown.
  ///   - verb: what is done, such as `indexing`.
  ///   - count: how many inputs there are.
  ///   - work: how much work they are.
  init(messages: Messages, style: TerminalStyle?, verb: String, count: Int, work: Double) {
    self.messages = messages
    self.style = style
    self.verb = verb
    self.count = count
    self.work = work
  }

  /// Counts an input.
  func add(work: Double, seconds: Double) {
    state.withLock { state in
      state.doneCount += 1
      state.doneWork += work
      state.seconds += seconds
      guard let style else { return }
      let now = ContinuousClock.now
      if let last = state.lastDrawn, now - last < Self.interval { return }
      state.lastDrawn = now
      messages.showProgress(
        Self.line(
          verb: verb, doneCount: state.doneCount, count: count,
          share: self.work > 0 ? state.doneWork / self.work : 0, seconds: state.seconds,
          elapsed: (now - began) / .seconds(1), style: style))
    }
  }

  /// Wipes the line for good.
  func finish() { if style != nil { messages.showProgress(TextBuffer()) } }

  /// The line: what, a bar, how many of how many, how fast, and how long still.
  static func line(
    verb: String, doneCount: Int, count: Int, share: Double, seconds: Double, elapsed: Double,
    style: TerminalStyle
  ) -> TextBuffer {
    let width = 20
    let full = Int((min(1, max(0, share)) * Double(width)).rounded())
    let (on, off) = style.usesUnicode ? ("█", "░") : ("#", ".")
    var text = TextBuffer()
    text.append("\(verb)  \(String(repeating: on, count: full))")
    text.append("\(String(repeating: off, count: width - full))  \(doneCount)/\(count)")
    if elapsed > 0, seconds > 0 {
      text.append("  ")
      text.append(seconds / elapsed, decimals: 0)
      text.append("x")
    }
    // Before that, the guess would jump.
    if elapsed >= 1, share > 0.005 {
      text.append("  ")
      text.append(clockSeconds: UInt64(max(0, elapsed / share - elapsed).rounded()))
      text.append(" left")
    }
    return text
  }
}
