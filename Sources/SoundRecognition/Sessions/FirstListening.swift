internal import Synchronization

/// Hands out streams of results; the first has begun already, so that nothing is missed between asking
/// for a sequence and reading it.
///
/// *Thread-safe*.
final class FirstListening: Sendable {
  private let first: Mutex<AsyncStream<Session.Result>?>
  private let listen: @Sendable () -> AsyncStream<Session.Result>

  init(
    stream: AsyncStream<Session.Result>? = nil,
    listen: @escaping @Sendable () -> AsyncStream<Session.Result>
  ) {
    first = Mutex(stream)
    self.listen = listen
  }

  func next() -> AsyncStream<Session.Result> {
    let first = first.withLock { stream in
      defer { stream = nil }
      return stream
    }
    return first ?? listen()
  }
}
