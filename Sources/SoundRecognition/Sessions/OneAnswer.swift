internal import Synchronization

/// An answer that one task waits for and that several may give; the first counts.
///
/// *Thread-safe*.
final class OneAnswer<Answer: Sendable>: Sendable {
  private let state = Mutex(State())

  private struct State: Sendable {
    var continuation: CheckedContinuation<Answer, Never>?
    var answer: Answer?
  }

  var isGiven: Bool { state.withLock { $0.answer != nil } }

  /// Waits; to be called once.
  /// - Returns: `false` when the answer was there already, and has been handed on.
  @discardableResult
  func wait(with continuation: CheckedContinuation<Answer, Never>) -> Bool {
    let answer = state.withLock { state in
      if state.answer == nil { state.continuation = continuation }
      return state.answer
    }
    guard let answer else { return true }
    continuation.resume(returning: answer)
    return false
  }

  func give(_ answer: Answer) {
    let continuation = state.withLock { state -> CheckedContinuation<Answer, Never>? in
      guard state.answer == nil else { return nil }
      state.answer = answer
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: answer)
  }
}
