/// Writes the results of one input in one format.
///
/// *Confined*.
package protocol ResultWriter: Sendable {
  /// Writes what stands before the first result.
  mutating func begin(_ text: inout TextBuffer)

  /// Writes a result, or keeps it where the format needs all of them first.
  mutating func write(_ row: ResultRow, to text: inout TextBuffer)

  /// Writes a play of a recording, once it is over.
  mutating func write(_ play: RecognizedPlay, to text: inout TextBuffer)

  /// Writes what is left.
  mutating func finish(_ ending: ResultEnding, to text: inout TextBuffer)
}

extension ResultWriter {
  package mutating func begin(_ text: inout TextBuffer) {}
  package mutating func finish(_ ending: ResultEnding, to text: inout TextBuffer) {}
}
