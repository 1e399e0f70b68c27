import Synchronization

internal import Glibc

/// Waits for the signals by which somebody asks the command to end.
enum Interruption {
  /// Makes a thread wait for SIGINT, SIGTERM and SIGHUP and call `action` for the first of them. The
  /// second one ends the process at once, in case ending cleanly takes too long.
  ///
  /// Must be called before other threads start, which would otherwise take the signals. Signals that
  /// the parent process ignores, as nohup and the shell's `&` do, stay ignored.
  ///
  /// - Parameters:
  ///   - others: further signals and what they mean; they end nothing.
  ///   - beforeExit: called when the second signal ends the process.
  static func watch(
    others: [Int32: @Sendable () -> Void] = [:],
    beforeExit: @escaping @Sendable () -> Void = {}, _ action: @escaping @Sendable () -> Void
  ) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    let wanted = [SIGINT, SIGTERM, SIGHUP] + others.keys
    let heard = wanted.filter { !isIgnored($0) }
    if heard.isEmpty { return }
    for signal in heard { unsafe sigaddset(&signals, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    let waited = signals
    Threads.detach {
      var waited = waited
      var isEnding = false
      while true {
        var number: Int32 = 0
        guard unsafe sigwait(&waited, &number) == 0 else { continue }
        if let other = others[number] {
          other()
        } else if isEnding {
          beforeExit()
          _exit(ExitStatus.interrupted.rawValue)
        } else {
          isEnding = true
          action()
        }
      }
    }
  }

  /// Lets writing into a pipe that nobody reads fail instead of ending the process.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  private static func isIgnored(_ number: Int32) -> Bool {
    var current = sigaction()
    guard unsafe sigaction(number, nil, &current) == 0 else { return false }
    return unsafe unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
