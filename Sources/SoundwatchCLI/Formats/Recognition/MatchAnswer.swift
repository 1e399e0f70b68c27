package import SoundRecognition

/// What one query came to.
///
/// *Thread-safe*: a value.
package struct MatchAnswer: Sendable {
  /// One recording that the query matches.
  package struct Hit: Sendable {
    /// The media items that are in scope, the most important first.
    package var items: [MediaItem]
    /// What is said of the recording in a line.
    package var summary: ItemSummary
    /// The place in the recording at which the query begins, in seconds.
    package var offset: Double
    package var confidence: Double
    package var frequencySkew: Double
    package var timeStretch: Double

    package init(
      items: [MediaItem], summary: ItemSummary? = nil, offset: Double, confidence: Double,
      frequencySkew: Double = 0, timeStretch: Double = 0
    ) {
      self.summary = summary ?? ItemSummary(items)
      self.items = items
      self.offset = offset
      self.confidence = confidence
      self.frequencySkew = frequencySkew
      self.timeStretch = timeStretch
    }
  }

  /// The input as the user named it.
  package var name: String
  /// The length of the query in seconds.
  package var duration: Double?
  /// The best first.
  package var hits: [Hit] = []
  /// Why there was no query.
  package var error: String?

  package init(name: String, duration: Double? = nil, hits: [Hit] = [], error: String? = nil) {
    self.name = name
    self.duration = duration
    self.hits = hits
    self.error = error
  }
}
