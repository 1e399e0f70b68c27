import Synchronization

/// Everything that has to stop when the command is interrupted.
///
/// *Thread-safe*.
final class CancellationGroup: Sendable {
  private struct State {
    var isCancelled = false
    var next = 0
    var actions: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  /// Whether ``cancel()`` was called.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Stops everything, and at once what is added later.
  func cancel() {
    let actions = state.withLock { state in
      state.isCancelled = true
      defer { state.actions = [:] }
      return Array(state.actions.values)
    }
    for action in actions { action() }
  }

  /// Runs `body`, and `onCancel` when everything has to stop before `body` is over.
  func run<Result>(
    onCancel: @escaping @Sendable () -> Void, _ body: () throws -> Result
  ) rethrows -> Result {
    let key: Int? = state.withLock { state in
      if state.isCancelled { return nil }
      state.next += 1
      state.actions[state.next] = onCancel
      return state.next
    }
    if key == nil { onCancel() }
    defer {
      if let key { state.withLock { _ = $0.actions.removeValue(forKey: key) } }
    }
    return try body()
  }
}
