internal import Synchronization

/// Hands values to any number of async sequences.
///
/// *Thread-safe*.
final class Broadcast<Value: Sendable>: Sendable {
  private struct Subscribers {
    var continuations: [Int: AsyncStream<Value>.Continuation] = [:]
    var next = 0
    var isFinished = false
  }
  private let subscribers = Mutex(Subscribers())

  /// A new sequence that begins with `first`. Who does not fetch keeps the newest 256 values.
  func stream(startingWith first: () -> Value? = { nil }) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(256))
    let number: Int? = subscribers.withLock { subscribers in
      if let value = first() { continuation.yield(value) }
      guard !subscribers.isFinished else { return nil }
      subscribers.next += 1
      subscribers.continuations[subscribers.next] = continuation
      return subscribers.next
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.subscribers.withLock { $0.continuations.removeValue(forKey: number) }
    }
    return stream
  }

  /// Gives a value to everybody. `change` happens in the same step: a sequence that begins meanwhile
  /// begins with the state after it and without the value, or before it and with the value.
  func send(_ value: Value, after change: () -> Void = {}) {
    subscribers.withLock { subscribers in
      change()
      for continuation in subscribers.continuations.values { continuation.yield(value) }
    }
  }

  /// Ends all sequences, and those that begin later.
  func finish() {
    let continuations = subscribers.withLock { subscribers in
      subscribers.isFinished = true
      defer { subscribers.continuations = [:] }
      return Array(subscribers.continuations.values)
    }
    // Not under the lock: finishing calls back.
    for continuation in continuations { continuation.finish() }
  }
}
