import Synchronization

internal import Glibc

/// The terminal while a screen stands on it: its second page, without cursor and echo. It is given back
/// as it was on every way out, crashes included.
///
/// *Thread-safe*. *Blocking*.
final class ScreenTerminal: Sendable {
  private let output: Int32
  private let input: Int32
  private let isEntered = Mutex(false)

  /// To the second page; no cursor; lines that are too long are cut.
  private static let enterSequence = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[H"
  private static let leaveSequence = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  init(output: Int32 = 1, input: Int32 = 0) {
    self.output = output
    self.input = input
  }

  /// The columns and lines of the terminal, or 80 by 24 where it does not say.
  var size: (width: Int, height: Int) {
    var size = winsize()
    guard unsafe ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Takes the terminal.
  func enter() {
    isEntered.withLock { isEntered in
      guard !isEntered else { return }
      isEntered = true
      TerminalRescue.prepare(output: output, input: input, sequence: Self.leaveSequence)
      if var modes = TerminalRescue.savedModes {
        // Keys that are typed would be drawn into the screen. Signals by keys stay.
        modes.c_lflag &= ~tcflag_t(ECHO | ICANON)
        unsafe tcsetattr(input, TCSANOW, &modes)
      }
      _ = writeAll(Array(Self.enterSequence.utf8), to: output)
    }
  }

  /// Gives the terminal back.
  func leave() {
    isEntered.withLock { isEntered in
      guard isEntered else { return }
      isEntered = false
      TerminalRescue.restore()
    }
  }

  /// Writes on the screen, if it is there.
  func write(_ bytes: [UInt8]) {
    isEntered.withLock { isEntered in
      if isEntered, !bytes.isEmpty { _ = writeAll(bytes, to: output) }
    }
  }

  /// Calls `action` for every key, on a thread of its own, for as long as the process lives.
  func watchKeys(_ action: @escaping @Sendable (UInt8) -> Void) {
    guard Terminal.isTerminal(input) else { return }
    // Reading in the background fails then instead of stopping the process.
    signal(SIGTTIN, SIG_IGN)
    signal(SIGTTOU, SIG_IGN)
    Threads.detach { [input] in
      var key: UInt8 = 0
      while true {
        let count = unsafe read(input, &key, 1)
        if count == 1 {
          action(key)
        } else if count < 0, errno == EIO || errno == EINTR {
          Threads.sleep(.milliseconds(500))
        } else {
          return
        }
      }
    }
  }
}

/// What gives the terminal back, also from the handler of a signal that ends the process.
private enum TerminalRescue {
  /// Everything in memory that a signal's handler may touch.
  @safe private struct State {
    var output: Int32 = -1
    var input: Int32 = -1
    var modes = termios()
    var hasModes = false
    var sequence: UnsafeMutablePointer<CChar>?
    var sequenceLength = 0
  }

  // Written before the handlers are installed, and only read in them.
  nonisolated(unsafe) private static let state: UnsafeMutablePointer<State> = {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    unsafe state.initialize(to: State())
    return unsafe state
  }()

  private static let fatalSignals = [
    SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS,
  ]

  /// How the terminal was set before; `nil` when the input is none.
  static var savedModes: termios? { unsafe state.pointee.hasModes ? state.pointee.modes : nil }

  static func prepare(output: Int32, input: Int32, sequence: String) {
    if unsafe state.pointee.sequence == nil {
      unsafe state.pointee.sequence = strdup(sequence)
      unsafe state.pointee.sequenceLength = sequence.utf8.count
      for number in fatalSignals { install(number) }
    }
    unsafe state.pointee.output = output
    unsafe state.pointee.input = input
    unsafe state.pointee.hasModes = tcgetattr(input, &state.pointee.modes) == 0
  }

  /// Safe to call from a signal's handler.
  static func restore() {
    if let sequence = unsafe state.pointee.sequence {
      _ = unsafe write(state.pointee.output, sequence, state.pointee.sequenceLength)
    }
    if unsafe state.pointee.hasModes {
      unsafe tcsetattr(state.pointee.input, TCSANOW, &state.pointee.modes)
    }
  }

  private static func install(_ number: Int32) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { number in
      TerminalRescue.restore()
      // The default action follows, with the core that it may leave.
      raise(number)
    }
    // The handler is taken away with its first use.
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER
    unsafe sigaction(number, &action, nil)
  }
}
