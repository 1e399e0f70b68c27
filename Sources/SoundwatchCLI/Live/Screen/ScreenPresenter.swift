import SoundSignal
import Soundwatch
import Synchronization

internal import Glibc

/// Keeps the content of the screen up to date and draws it several times a second on a thread of its own.
///
/// *Thread-safe*.
final class ScreenPresenter: LiveListener {
  private struct State {
    var content: ScreenContent
    var isOver = false
  }

  private let state: Mutex<State>
  private let terminal: ScreenTerminal
  private let isDrawing = Mutex(ScreenPainter())
  private let environment = Terminal.environment

  /// Meters look steady from five pictures a second on, and each costs 0.03 % of a core.
  private static let interval = Duration.milliseconds(150)

  /// Makes a presenter that does not draw yet.
  init(_ content: ScreenContent, terminal: ScreenTerminal) {
    state = Mutex(State(content: content))
    self.terminal = terminal
  }

  /// Takes the terminal and starts to draw.
  /// - Parameter analyzerState: asked before each drawing.
  func begin(_ analyzerState: @escaping @Sendable () -> LiveState) {
    terminal.enter()
    Threads.detach { [weak self] in
      var clock = ProcessorClock()
      while let self, self.draw(analyzerState(), &clock) { Threads.sleep(Self.interval) }
    }
  }

  /// Draws no more, and gives the terminal back.
  func finish() {
    state.withLock { $0.isOver = true }
    // A drawing that is under way ends first.
    isDrawing.withLock { _ in terminal.leave() }
  }

  /// What signals mean while there is a screen: Ctrl-Z gives the terminal back and sleeps.
  var signals: [Int32: @Sendable () -> Void] {
    [
      SIGTSTP: { [self] in
        isDrawing.withLock { _ in terminal.leave() }
        kill(getpid(), SIGSTOP)
      },
      SIGCONT: { [self] in resume() },
    ]
  }

  /// Makes the key Q end the command.
  func watchKeys(onQuit quit: @escaping @Sendable () -> Void) {
    terminal.watchKeys { key in
      if key == UInt8(ascii: "q") || key == UInt8(ascii: "Q") { quit() }
    }
  }

  /// Takes the terminal again and draws everything anew.
  private func resume() {
    isDrawing.withLock { painter in
      guard !state.withLock({ $0.isOver }) else { return }
      terminal.enter()
      painter.invalidate()
    }
  }

  func receive(_ news: LiveNews) { state.withLock { $0.content.take(news) } }

  /// - Returns: whether there will be another drawing.
  private func draw(_ analyzerState: LiveState, _ clock: inout ProcessorClock) -> Bool {
    isDrawing.withLock { painter in
      clock.update()
      let content: ScreenContent? = state.withLock { state in
        if state.isOver { return nil }
        if case .waiting(let reason, let attempt, _) = analyzerState {
          state.content.status = .waiting(reason: reason, attempt: attempt)
        }
        state.content.processorShare = clock.share
        return state.content
      }
      guard let content else { return false }
      let size = terminal.size
      if size != painter.size { painter.invalidate() }
      painter.size = size
      let style = TerminalStyle(environment: environment, width: size.width)
      let lines = LiveScreen(content, style: style, height: size.height).lines()
      terminal.write(painter.paint(lines))
      return true
    }
  }
}

extension ScreenContent {
  /// Takes in a piece of news.
  package mutating func take(_ news: LiveNews) {
    switch news {
    case .listening(let source, let format):
      self.source = source
      self.format = format
      status = .listening
    case .sound(let levels, let start, let end):
      meter.add(levels, seconds: end.seconds - start.seconds)
      let level = levels.map(\.decibels).max() ?? LevelMeter.floor
      history.add(decibels: level, from: start.seconds, to: end.seconds)
      now = end.seconds
    case .window(let row): scores = row.scores
    case .started(let label, let time):
      current = (label, time.seconds)
      history.begin(label, at: time.seconds)
    case .segment(let row):
      current = nil
      history.end(at: row.end.seconds)
      append(row)
    case .framesLost(let count, _): framesLost += count
    case .interrupted(let reason, _):
      status = .waiting(reason: reason, attempt: 1)
      meter.reset()
      scores = []
    case .resumed(let format, _):
      self.format = format
      status = .listening
    case .title(let title, _): self.title = title.isEmpty ? nil : title
    case .music(_, .ended, _): music = nil
    case .music(let play, _, _): music = Music(play)
    case .warning(let text): warning = text
    }
  }
}
