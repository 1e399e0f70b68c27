import Synchronization

/// What the command says on the standard error stream: messages, and a line of progress under them.
///
/// *Thread-safe*.
final class Messages: Sendable {
  private struct State {
    /// What stands in the last line of the terminal and has to be wiped before anything else.
    var progress = TextBuffer()
  }

  private let state = Mutex(State())
  private let verbosity: AnalyzeOptions.Verbosity
  private let descriptor: Int32

  init(verbosity: AnalyzeOptions.Verbosity, descriptor: Int32 = 2) {
    self.verbosity = verbosity
    self.descriptor = descriptor
  }

  /// Says what failed, always.
  func error(_ name: String?, _ message: String) { say(name, message) }

  /// Says what may be wrong.
  func warning(_ name: String?, _ message: String) {
    if verbosity != .quiet { say(name, "warning: \(message)") }
  }

  /// Says what is no trouble but worth knowing.
  func news(_ name: String?, _ message: String) {
    if verbosity != .quiet { say(name, message) }
  }

  /// Says what only the curious want to know.
  func note(_ name: String?, _ message: String) {
    if verbosity == .verbose { say(name, message) }
  }

  /// Draws the line of progress anew.
  func showProgress(_ text: TextBuffer) {
    state.withLock { state in
      if state.progress.bytes == text.bytes { return }
      state.progress = text
      draw(text)
    }
  }

  /// Wipes the line of progress for as long as `body` writes to the same terminal.
  func withoutProgress<Result>(_ body: () throws -> Result) rethrows -> Result {
    try state.withLock { state in
      let hadProgress = !state.progress.isEmpty
      if hadProgress { draw(TextBuffer()) }
      defer { if hadProgress { draw(state.progress) } }
      return try body()
    }
  }

  private func say(_ name: String?, _ message: String) {
    let place = name.map { "\($0): " } ?? ""
    var text = TextBuffer()
    text.append("soundwatch: \(place)\(message)".withoutControls)
    text.append("\n")
    withoutProgress { _ = writeAll(text.bytes, to: descriptor) }
  }

  private func draw(_ progress: TextBuffer) {
    var text = TextBuffer()
    // To the first column, and wipe up to the end of the line.
    text.append("\r\u{1B}[K")
    text.append(progress)
    _ = writeAll(text.bytes, to: descriptor)
  }
}
