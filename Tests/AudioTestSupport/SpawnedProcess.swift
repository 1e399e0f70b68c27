package import Foundation

/// A child process that is awaited only when somebody asks.
///
/// Foundation's `Process` watches a descriptor in the child. A program that closes all descriptors it was
/// born with, as daemons do, looks dead to it, and from then on the thread that watches all children of
/// the process waits for that one.
package final class SpawnedProcess: @unchecked Sendable {
  // @unchecked: used by one thread at a time.
  package let identifier: pid_t
  private var hasBeenReaped = false

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Starts a program whose input and output lead nowhere. No signal is blocked or ignored in it, whatever
  /// the thread that starts it does.
  package init(_ program: URL, _ arguments: [String], environment: [String: String]) throws {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for descriptor in Int32(0)...2 {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var words = unsafe ([program.path] + arguments).map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for index in 0...arguments.count { unsafe free(words[index]) }
      for index in 0..<environment.count { unsafe free(variables[index]) }
    }
    var identifier: pid_t = 0
    let status = unsafe posix_spawn(
      &identifier, program.path, &actions, &attributes, &words, &variables)
    guard status == 0 else {
      throw Failure(description: "\(program.path) does not start (errno \(status)).")
    }
    self.identifier = identifier
  }

  deinit { kill() }

  /// Waits for the end of the process.
  /// - Returns: its exit status, or -1 when a signal has ended it.
  package func wait() -> Int32 {
    guard !hasBeenReaped else { return -1 }
    hasBeenReaped = true
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }

  /// Kills the process, if it still runs, and waits for its end.
  package func kill() {
    guard !hasBeenReaped else { return }
    hasBeenReaped = true
    Foundation.kill(identifier, SIGKILL)
    var status: Int32 = 0
    unsafe waitpid(identifier, &status, 0)
  }
}
