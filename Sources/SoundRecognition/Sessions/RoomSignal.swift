internal import Dispatch
internal import Foundation
internal import Synchronization

/// Lets threads wait, for a limited time, for a condition that other threads bring about.
///
/// *Thread-safe*; *Blocking*.
final class RoomSignal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let waiters = Mutex(0)

  /// Waits until `condition` holds.
  /// - Returns: whether it does.
  func wait(atMost time: TimeInterval, until condition: () -> Bool) -> Bool {
    if condition() { return true }
    let deadline: DispatchTime = time.isFinite ? .now() + time : .distantFuture
    while true {
      waiters.withLock { $0 += 1 }
      // It may have come about before this thread counted as waiting.
      if condition() { return true }
      if semaphore.wait(timeout: deadline) == .timedOut { return condition() }
    }
  }

  /// Says that the condition may hold now. One signal too many only makes somebody look once more.
  func notify() {
    let count = waiters.withLock { waiters in
      defer { waiters = 0 }
      return waiters
    }
    for _ in 0..<count { semaphore.signal() }
  }
}
