/// One result as formats write it: a segment or a window.
///
/// *Thread-safe*: a value.
package struct ResultRow: Sendable, Hashable {
  package var start: Milliseconds
  package var end: Milliseconds
  package var label: String
  /// How certain the label is, 0 to 1.
  package var confidence: Double
  /// The scores of all labels, in the order of ``ResultSheet/labels``; empty for a segment.
  package var scores: [Double]
  /// The channel, counted from zero.
  package var channel: Int

  package init(
    start: Milliseconds, end: Milliseconds, label: String, confidence: Double,
    scores: [Double] = [], channel: Int = 0
  ) {
    self.start = start
    self.end = end
    self.label = label
    self.confidence = confidence
    self.scores = scores
    self.channel = channel
  }

  /// A play, with what it is as its label, for formats that have nothing but labels.
  init(_ play: RecognizedPlay) {
    self.init(
      start: play.start, end: play.end, label: play.summary.name, confidence: play.confidence,
      channel: play.channel)
  }
}
