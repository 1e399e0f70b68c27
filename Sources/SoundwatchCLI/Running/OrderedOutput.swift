import Synchronization

/// The standard output, shared by inputs that are analyzed at the same time: each gets its turn, in
/// the order of the command line. What comes before its turn waits in memory.
///
/// *Thread-safe*. *Blocking*.
final class OrderedOutput: Sendable {
  private struct State {
    var turn = 0
    var waiting: [Int: TextBuffer] = [:]
    var finished: Set<Int> = []
    var error: OutputError?
  }

  private let state = Mutex(State())
  private let name: String
  private let writeBytes: @Sendable ([UInt8]) -> Int32

  /// Makes an output.
  /// - Parameter writeBytes: writes bytes and returns an error number, or zero.
  init(name: String, writeBytes: @escaping @Sendable ([UInt8]) -> Int32) {
    self.name = name
    self.writeBytes = writeBytes
  }

  /// Writes what belongs to no input: the beginning and the end.
  func write(_ text: TextBuffer) throws(OutputError) {
    // The lock is held while writing, because the order of the writes is what it guards.
    try state.withLock { (state) throws(OutputError) in try put(text, &state) }
  }

  /// The place of one input in the output.
  func slot(_ index: Int) -> some ResultSink { Slot(output: self, index: index) }

  private func put(_ text: TextBuffer, _ state: inout State) throws(OutputError) {
    if let error = state.error { throw error }
    if text.isEmpty { return }
    if let error = OutputError(errno: writeBytes(text.bytes), name: name) {
      state.error = error
      throw error
    }
  }

  private struct Slot: ResultSink {
    let output: OrderedOutput
    let index: Int

    func write(_ text: TextBuffer) throws(OutputError) {
      try output.state.withLock { (state) throws(OutputError) in
        if state.turn == index {
          try output.put(text, &state)
        } else {
          state.waiting[index, default: TextBuffer()].append(text)
        }
      }
    }

    func finish() throws(OutputError) {
      try output.state.withLock { (state) throws(OutputError) in
        state.finished.insert(index)
        while state.finished.remove(state.turn) != nil {
          state.turn += 1
          if let text = state.waiting.removeValue(forKey: state.turn) {
            try output.put(text, &state)
          }
        }
      }
    }
  }
}
