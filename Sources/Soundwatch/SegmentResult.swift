public import SoundSignal

/// The start or the end of a stretch of one label.
///
/// *Thread-safe*: a value.
public struct SegmentResult: SoundResult, Hashable {
  /// What happened to the segment.
  public enum Event: Sendable, Hashable {
    /// It has started. Its time range reaches as far as is known yet.
    case started
    /// It has ended. Its time range is final.
    case ended
  }

  /// What happened.
  public let event: Event
  /// The label of the segment.
  public let label: String
  /// Where the segment lies, in frames of the stream as its owner counts them.
  public let timeRange: StreamTimeRange
  /// The mean share of the label in the segment's moments, from 0 to 1.
  public let confidence: Double
  /// The channel that was heard, for ``/SoundSignal/ChannelSelection/each``; otherwise zero.
  public let channel: Int

  /// Makes a result.
  public init(
    event: Event, label: String, timeRange: StreamTimeRange, confidence: Double, channel: Int = 0
  ) {
    self.event = event
    self.label = label
    self.timeRange = timeRange
    self.confidence = confidence
    self.channel = channel
  }
}
