#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Threads of our own. Swift's tasks share few threads, which must not wait for disks and networks.
enum Threads {
  /// Runs `body` on some threads at once and waits for all of them.
  ///
  /// *Blocking*.
  static func run(count: Int, _ body: @escaping @Sendable () -> Void) {
    let others = (1..<max(1, count)).map { _ in start(body) }
    body()
    for thread in others { pthread_join(thread, nil) }
  }

  /// Runs `body` on a thread that nobody waits for.
  static func detach(_ body: @escaping @Sendable () -> Void) { pthread_detach(start(body)) }

  /// Makes the calling thread wait.
  static func sleep(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    // Nobody minds when a signal ends it early.
    _ = unsafe nanosleep(&time, nil)
  }

  private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    var thread = pthread_t()
    let argument = unsafe Unmanaged.passRetained(Body(run: body)).toOpaque()
    let status = unsafe pthread_create(
      &thread, nil,
      { argument in
        if let argument = unsafe argument {
          unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        }
        return nil
      }, argument)
    precondition(status == 0, "The system has no room for another thread (errno \(status)).")
    return thread
  }

  private final class Body {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
