extension Session {
  /// What is found from now on, by ``match(_:)`` and ``matchStreamingBuffer(_:at:)``. Every reader gets
  /// every result. The sequence keeps the session alive; to end, cancel the task that reads or leave the
  /// loop.
  public var results: Results { Results(first: broadcaster.listen(), session: self) }

  /// The results of a session, one after the other.
  ///
  /// *Thread-safe*: each iterator gets every result from when it starts, and the first one from when
  /// the sequence was asked for.
  public struct Results: AsyncSequence, Sendable {
    /// A result.
    public typealias Element = Session.Result
    /// There are no errors: they come as results.
    public typealias Failure = Never

    let listening: FirstListening

    init(first: AsyncStream<Session.Result>, session: Session) {
      listening = FirstListening(stream: first) { session.broadcaster.listen() }
    }

    init(_ listening: FirstListening) { self.listening = listening }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator { Iterator(listening) }

    /// Reads the results one after the other.
    ///
    /// *Confined*.
    public struct Iterator: AsyncIteratorProtocol {
      private var base: AsyncStream<Session.Result>.Iterator
      /// Keeps alive what the results come from.
      private let listening: FirstListening

      init(_ listening: FirstListening) {
        self.listening = listening
        base = listening.next().makeAsyncIterator()
      }

      /// Waits for the next result, on the caller's actor; `nil` at the end.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Session.Result? {
        await base.next(isolation: actor)
      }
    }
  }
}
