internal import Synchronization

/// Gives every value to every listener.
///
/// *Thread-safe*.
final class ResultBroadcaster<Element: Sendable>: Sendable {
  /// Results are rare; who is this far behind loses the oldest.
  private static var capacity: Int { 1024 }

  private let state = Mutex(State())
  /// Is called when the last listener has left, from any thread.
  private let onLastLeft: @Sendable () -> Void

  private struct State: Sendable {
    var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    var nextNumber = 0
    var isFinished = false
  }

  init(onLastLeft: @escaping @Sendable () -> Void = {}) { self.onLastLeft = onLastLeft }

  /// What is sent from now on.
  func listen() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(Self.capacity))
    let number = state.withLock { state -> Int? in
      guard !state.isFinished else { return nil }
      defer { state.nextNumber += 1 }
      state.continuations[state.nextNumber] = continuation
      return state.nextNumber
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.leave(number) }
    return stream
  }

  func send(_ element: Element) {
    for continuation in state.withLock({ $0.continuations.values }) { continuation.yield(element) }
  }

  /// Ends the streams of all listeners, those to come included.
  func finish() {
    let continuations = state.withLock { state in
      state.isFinished = true
      defer { state.continuations = [:] }
      return Array(state.continuations.values)
    }
    for continuation in continuations { continuation.finish() }
  }

  private func leave(_ number: Int) {
    let isLast = state.withLock { state in
      state.continuations.removeValue(forKey: number) != nil && state.continuations.isEmpty
    }
    if isLast { onLastLeft() }
  }
}
