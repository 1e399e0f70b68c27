/// Where a query lies in a reference, and how sure that is.
///
/// *Thread-safe*: a value.
package struct ReferenceMatch: Sendable, Hashable {
  /// The reference.
  package var reference: ReferenceNumber
  /// The time in the reference, in seconds, at which the query starts. It is negative when the query
  /// begins before the reference.
  package var offset: Double
  /// How much higher the query sounds: 0.05 when it has 105 Hz where the reference has 100 Hz.
  package var frequencySkew: Double
  /// How much faster the query plays: 0.05 when it goes through 1.05 seconds of the reference in one.
  package var timeStretch: Double
  /// The probability that the match is right.
  package var confidence: Double
  /// The evidence: by how much better, on a logarithmic scale, the match explains the query's peaks than
  /// chance does, for each quarter of a second.
  package var score: Double
  /// The share of the reference's peaks that are found again in the query: above 0.8 for a clean copy. A
  /// low one in a clean query tells of another version, or of a part that both share.
  package var survivingShare: Double

  package init(
    reference: ReferenceNumber, offset: Double, frequencySkew: Double, timeStretch: Double,
    confidence: Double, score: Double, survivingShare: Double
  ) {
    self.reference = reference
    self.offset = offset
    self.frequencySkew = frequencySkew
    self.timeStretch = timeStretch
    self.confidence = confidence
    self.score = score
    self.survivingShare = survivingShare
  }
}
