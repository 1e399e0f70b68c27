import Synchronization

internal import Glibc

/// Waits for the signals by which somebody asks the command to end.
enum Interruption {
  /// Makes a thread wait for SIGINT, SIGTERM and SIGHUP and call `action` for the first of them. The
  /// second one ends the process at once, in case ending cleanly takes too long.
  ///
  /// Must be called before other threads start, which would otherwise take the signals. Signals that
  /// the parent process ignores, as nohup and the shell's `&` do, stay ignored.
  static func watch(_ action: @escaping @Sendable () -> Void) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    let wanted = [SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) }
    if wanted.isEmpty { return }
    for signal in wanted { unsafe sigaddset(&signals, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    let waited = signals
    Threads.detach {
      var waited = waited
      var number: Int32 = 0
      while unsafe sigwait(&waited, &number) != 0 {}
      action()
      while unsafe sigwait(&waited, &number) != 0 {}
      _exit(ExitStatus.interrupted.rawValue)
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
