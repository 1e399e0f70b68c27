internal import Dispatch
internal import Glibc
internal import SoundSignal
internal import Synchronization

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

  /// Runs `body` on some threads at once, and `meanwhile` on the calling one, and waits for all.
  ///
  /// *Blocking*.
  static func run(
    count: Int, _ body: @escaping @Sendable () -> Void, meanwhile: () -> Void
  ) {
    let others = DispatchGroup()
    for _ in 0..<count {
      others.enter()
      startThread {
        body()
        others.leave()
      }
    }
    meanwhile()
    others.wait()
  }

  /// Waits on the calling thread, which must be none of Swift's own, for what a task comes to.
  ///
  /// *Blocking*.
  static func wait<Result: Sendable>(
    for body: @escaping @Sendable () async throws -> Result
  ) throws -> Result {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Swift.Result<Result, any Error>?>(nil)
    Task.detached {
      let value: Swift.Result<Result, any Error>
      do { value = .success(try await body()) } catch { value = .failure(error) }
      result.withLock { $0 = value }
      done.signal()
    }
    done.wait()
    guard let value = result.withLock({ $0 }) else {
      preconditionFailure("The task signals after it has left its result.")
    }
    return try value.get()
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
