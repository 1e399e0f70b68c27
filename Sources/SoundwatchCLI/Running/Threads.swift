internal import Dispatch
internal import Glibc
internal import SoundFiles

/// Threads of our own. Swift's tasks share few threads, which must not wait for disks and networks.
enum Threads {
  /// Runs `body` on some threads at once and waits for all of them.
  ///
  /// *Blocking*.
  static func run(count: Int, _ body: @escaping @Sendable () -> Void) {
    let others = DispatchGroup()
    for _ in 1..<max(1, count) {
      others.enter()
      startThread {
        body()
        others.leave()
      }
    }
    body()
    others.wait()
  }

  /// Runs `body` on a thread that nobody waits for.
  static func detach(_ body: @escaping @Sendable () -> Void) { startThread(body) }

  /// Makes the calling thread wait.
  static func sleep(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    // Nobody minds when a signal ends it early.
    _ = unsafe nanosleep(&time, nil)
  }
}
