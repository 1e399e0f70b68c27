public import SoundSignal

/// One label and how sure the classifier is of it.
///
/// *Thread-safe*: a value.
public struct Classification: Sendable, Hashable {
  /// The label: a technical name, not meant for display.
  public let identifier: String
  /// How sure the classifier is, from 0 to 1. The confidences of one window do not add up to 1: speech
  /// over music is both.
  public let confidence: Double

  /// Makes a classification.
  public init(identifier: String, confidence: Double) {
    self.identifier = identifier
    self.confidence = confidence
  }
}

/// What was heard in one window.
///
/// *Thread-safe*: a value.
public struct ClassificationResult: SoundResult, Hashable {
  /// Every known label once, the surest first.
  public let classifications: [Classification]
  /// The label that dominates the window: of speech over soft music, speech.
  public let primaryLabel: String
  /// Where the window lies, in frames of the stream as its owner counts them.
  public let timeRange: StreamTimeRange
  /// The channel that was heard, for ``/SoundSignal/ChannelSelection/each``; otherwise zero.
  public let channel: Int

  /// Makes a result; the classifications are put in order.
  public init(
    classifications: [Classification], primaryLabel: String, timeRange: StreamTimeRange,
    channel: Int = 0
  ) {
    // A stable order for equal confidences: sorted(by:) keeps the given one.
    self.classifications = classifications.sorted { $0.confidence > $1.confidence }
    self.primaryLabel = primaryLabel
    self.timeRange = timeRange
    self.channel = channel
  }

  /// The classification of one label, or `nil` when the classifier does not know it.
  public func classification(forIdentifier identifier: String) -> Classification? {
    classifications.first { $0.identifier == identifier }
  }
}
