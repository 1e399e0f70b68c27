/// Takes the written results of one input.
///
/// *Confined*. *Blocking*.
protocol ResultSink: Sendable {
  /// Takes the next part of the text.
  func write(_ text: TextBuffer) throws(OutputError)

  /// Ends the text.
  func finish() throws(OutputError)
}
