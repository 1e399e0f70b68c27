/// What is known once an input has been analyzed.
///
/// *Thread-safe*: a value.
package struct ResultEnding: Sendable, Hashable {
  /// Where the analysis began on the time line of the input.
  package var start: Milliseconds
  /// How far the analysis came.
  package var end: Milliseconds
  /// How many channels gave results.
  package var channelCount: Int
  /// Why the analysis broke off; `nil` when it did not.
  package var error: String?

  package init(
    start: Milliseconds = .init(0), end: Milliseconds, channelCount: Int = 1, error: String? = nil
  ) {
    self.start = start
    self.end = end
    self.channelCount = channelCount
    self.error = error
  }
}
