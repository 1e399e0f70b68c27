import Synchronization

/// The standard output of a live command. When nobody reads it any more, the command ends.
///
/// *Thread-safe*. *Blocking*.
final class LiveOutput: Sendable {
  private let failure = Mutex<OutputError?>(nil)
  private let descriptor: Int32
  private let onFailure: @Sendable () -> Void

  init(descriptor: Int32 = 1, onFailure: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.onFailure = onFailure
  }

  /// Why nothing can be written any more.
  var error: OutputError? { failure.withLock { $0 } }

  func write(_ text: TextBuffer) {
    // The lock is held while writing, so that lines stay whole.
    let hasFailed = failure.withLock { failure in
      if failure != nil { return false }
      failure = OutputError(errno: writeAll(text.bytes, to: descriptor), name: "standard output")
      return failure != nil
    }
    if hasFailed { onFailure() }
  }
}
