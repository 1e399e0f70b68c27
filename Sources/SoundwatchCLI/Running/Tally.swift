import Synchronization

/// Counts how the inputs went, and stops everything when nobody wants the output any more.
///
/// *Thread-safe*.
final class Tally: Sendable {
  private let failed = Atomic<Bool>(false)
  private let messages: Messages
  private let cancellation: CancellationGroup

  init(messages: Messages, cancellation: CancellationGroup) {
    self.messages = messages
    self.cancellation = cancellation
  }

  /// Whether everything went well.
  var isClean: Bool { !failed.load(ordering: .acquiring) }

  /// Counts one input.
  func count(_ outcome: InputAnalysis.Outcome) {
    switch outcome {
    case .done: break
    case .failed: failed.store(true, ordering: .releasing)
    case .outputFailed(let error): note(error)
    }
  }

  /// Counts what is written for no input.
  func check(_ body: () throws(OutputError) -> Void) {
    do throws(OutputError) { try body() } catch { note(error) }
  }

  private func note(_ error: OutputError) {
    switch error {
    case .readerIsGone:
      // As with `| head`: all that was wanted has been written.
      cancellation.cancel()
    case .failed(let name, let reason):
      failed.store(true, ordering: .releasing)
      if !cancellation.isCancelled {
        messages.error(name, "The results cannot be written: \(reason).")
      }
      cancellation.cancel()
    }
  }
}

/// Hands out the numbers from zero on, each once.
///
/// *Thread-safe*.
final class Counter: Sendable {
  private let value = Atomic<Int>(0)

  /// The next number, or `nil` when it reaches the limit.
  func next(below limit: Int) -> Int? {
    let number = value.wrappingAdd(1, ordering: .relaxed).oldValue
    return number < limit ? number : nil
  }
}
