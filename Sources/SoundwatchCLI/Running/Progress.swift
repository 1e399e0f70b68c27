import Synchronization

/// Shows on a terminal how far the analysis has come: of the first input that is not done yet.
///
/// *Thread-safe*.
final class Progress: Sendable {
  private struct Item {
    let name: String
    let began: ContinuousClock.Instant
    let meter: MeteredSource
  }

  private struct State {
    var items: [Int: Item] = [:]
    var doneCount = 0
    var isOver = false
  }

  private let state = Mutex(State())
  private let messages: Messages
  private let inputCount: Int
  private let style: TerminalStyle

  /// How often the line is drawn, and how long a command has to last to deserve one.
  private static let interval = Duration.milliseconds(100)
  private static let patience = Duration.milliseconds(300)

  /// Starts a thread that draws.
  init(messages: Messages, inputCount: Int, style: TerminalStyle) {
    self.messages = messages
    self.inputCount = inputCount
    self.style = style
    Threads.detach { [weak self] in
      var pause = Self.patience
      while true {
        Threads.sleep(pause)
        pause = Self.interval
        guard let self, self.draw() else { return }
      }
    }
  }

  /// Begins to follow an input.
  func begin(_ index: Int, name: String, meter: MeteredSource) {
    state.withLock { $0.items[index] = Item(name: name, began: .now, meter: meter) }
  }

  /// Stops following an input.
  func end(_ index: Int) {
    state.withLock { state in
      state.items[index] = nil
      state.doneCount += 1
    }
  }

  /// Wipes the line for good.
  func finish() {
    state.withLock { state in
      state.isOver = true
      messages.showProgress(TextBuffer())
    }
  }

  /// Draws the line.
  /// - Returns: whether it will have to be drawn again.
  private func draw() -> Bool {
    state.withLock { state in
      if state.isOver { return false }
      if let item = state.items.min(by: { $0.key < $1.key })?.value {
        let elapsed = ContinuousClock.now - item.began
        messages.showProgress(
          ProgressLine(
            name: item.name, done: item.meter.secondsDone, total: item.meter.secondsTotal,
            elapsed: elapsed / .seconds(1), doneCount: state.doneCount, inputCount: inputCount
          ).text(style: style))
      }
      return true
    }
  }
}
