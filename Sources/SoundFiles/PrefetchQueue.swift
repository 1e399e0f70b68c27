import SoundSignal
import Synchronization

/// The buffers that wait between the thread of a ``PrefetchingSource`` and its reader.
///
/// *Thread-safe* for one thread that fills and one that takes.
final class PrefetchQueue: Sendable {
  /// One buffer that waits, or what came instead of one.
  private struct Slot {
    var buffer: PCMBuffer
    var outcome: Result<Int64?, any Error> = .success(nil)
  }

  private struct State {
    var slots: [Slot]
    var taken = 0
    var isOver = false
  }

  private let capacity: Int
  private let state: Mutex<State>
  private let free: Semaphore
  private let filled = Semaphore(0)
  private let closed = Atomic<Bool>(false)

  init(capacity: Int, format: PCMFormat) {
    self.capacity = capacity
    let empty = PCMBuffer(format: format)
    state = Mutex(State(slots: (0..<capacity).map { _ in Slot(buffer: empty) }))
    free = Semaphore(capacity)
  }

  /// Makes both sides stop waiting, for good.
  func close() {
    closed.store(true, ordering: .releasing)
    free.signal()
    filled.signal()
  }

  /// Fills the queue until the source ends. The body of the thread.
  func fill(from source: any AudioSource) {
    var buffer = PCMBuffer(format: source.format)
    var position = 0
    var goesOn = true
    while goesOn {
      free.wait()
      if closed.load(ordering: .acquiring) { return }
      let outcome = Result { try source.read(into: &buffer) }
      if case .success(.some) = outcome {} else { goesOn = false }
      let index = position % capacity
      state.withLock {
        // The reader's old memory comes out, the samples go in.
        swap(&$0.slots[index].buffer, &buffer)
        $0.slots[index].outcome = outcome
      }
      position += 1
      filled.signal()
    }
  }

  /// Waits for the oldest buffer and swaps it for the reader's.
  func take(_ buffer: inout PCMBuffer) throws -> Int64? {
    if closed.load(ordering: .acquiring) || state.withLock({ $0.isOver }) { return nil }
    filled.wait()
    if closed.load(ordering: .acquiring) { return nil }
    let outcome = state.withLock { state in
      let index = state.taken % capacity
      state.taken += 1
      let outcome = state.slots[index].outcome
      if case .success(.some) = outcome {
        swap(&state.slots[index].buffer, &buffer)
      } else {
        state.isOver = true
      }
      return outcome
    }
    free.signal()
    return try outcome.get()
  }
}
