import Foundation
import Synchronization

/// Brings what several threads make into its order.
///
/// Whoever is far ahead waits, so that little is kept.
///
/// *Thread-safe*; one thread takes. *Blocking*.
final class OrderedQueue<Element: Sendable>: Sendable {
  private struct State {
    var next = 0
    var waiting: [Int: Element?] = [:]
  }

  private let state = Mutex(State())
  private let condition = NSCondition()
  private let window: Int

  /// - Parameter window: how many elements are kept at the most.
  init(window: Int) { self.window = window }

  /// Puts an element at its place; `nil` where there is none.
  func put(_ element: Element?, at index: Int) {
    condition.lock()
    defer { condition.unlock() }
    while state.withLock({ index >= $0.next + window }) { condition.wait() }
    state.withLock { $0.waiting[index] = .some(element) }
    condition.broadcast()
  }

  /// Waits for the next element.
  func take() -> Element? {
    condition.lock()
    defer { condition.unlock() }
    while true {
      let taken: Element?? = state.withLock { state in
        guard let element = state.waiting.removeValue(forKey: state.next) else { return nil }
        state.next += 1
        return .some(element)
      }
      if let taken {
        condition.broadcast()
        return taken
      }
      condition.wait()
    }
  }
}
