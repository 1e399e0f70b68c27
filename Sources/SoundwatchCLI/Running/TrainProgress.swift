import SoundTraining
import Synchronization

/// Shows on a terminal how far training has come.
///
/// *Thread-safe*.
final class TrainProgress: Sendable {
  private struct State {
    var recordingCount = 0
    var lastDrawn: ContinuousClock.Instant?
  }

  private static let interval = Duration.milliseconds(100)
  private static let barWidth = 20

  private let state = Mutex(State())
  private let messages: Messages
  private let isShown: Bool
  private let style: TerminalStyle

  init(messages: Messages, isShown: Bool, style: TerminalStyle) {
    self.messages = messages
    self.isShown = isShown
    self.style = style
  }

  /// Counts one more recording that was listened to.
  func countRecording(of total: Int) {
    state.withLock { state in
      state.recordingCount += 1
      let count = state.recordingCount
      draw(&state, isLast: count == total) {
        line("listening", done: count, of: total, figures: "\(count)/\(total)")
      }
    }
  }

  /// Shows an epoch.
  func show(_ step: TrainingProgress) {
    state.withLock { state in
      draw(&state, isLast: false) {
        line(
          "learning", done: step.epoch, of: step.maximumEpochCount,
          figures: "\(step.epoch)/\(step.maximumEpochCount)  held out: "
            + "\(percent(step.heldOutAccuracy)) right")
      }
    }
  }

  /// Wipes the line for good.
  func finish() {
    if isShown { messages.showProgress(TextBuffer()) }
  }

  /// What the curious are told of an epoch.
  static func note(of step: TrainingProgress) -> String {
    var text = TextBuffer()
    text.append("epoch \(step.epoch): held-out loss ")
    text.append(step.heldOutLoss, decimals: 4)
    text.append(", \(percent(step.heldOutAccuracy)) right")
    return text.string
  }

  private func draw(_ state: inout State, isLast: Bool, _ text: () -> TextBuffer) {
    guard isShown else { return }
    let now = ContinuousClock.now
    if !isLast, let last = state.lastDrawn, now - last < Self.interval { return }
    state.lastDrawn = now
    messages.showProgress(text())
  }

  private func line(_ what: String, done: Int, of total: Int, figures: String) -> TextBuffer {
    let full = total > 0 ? done * Self.barWidth / total : 0
    let (on, off) = style.usesUnicode ? ("█", "░") : ("#", ".")
    var text = TextBuffer()
    text.append(what, width: 11)
    text.append(String(repeating: on, count: full))
    text.append(String(repeating: off, count: Self.barWidth - full))
    text.append("  \(figures)")
    return text
  }
}

/// A share as whole and tenths of a hundred.
func percent(_ share: Double) -> String {
  var text = TextBuffer()
  text.append(100 * share, decimals: 1)
  text.append(" %")
  return text.string
}
