public import Foundation

/// A media item whose reference was heard, with where and how.
///
/// *Thread-safe*: it never changes, except that ``predictedCurrentMatchOffset`` moves on with the sound.
public final class MatchedMediaItem: MediaItem, @unchecked Sendable {
  // @unchecked: as in the superclass.

  /// The sound that was heard, where it is still known.
  private let clock: QueryClock?

  /// Makes a matched item of properties, among them those that only matched items have.
  public override init(properties: [MediaItemProperty: Any]) {
    clock = nil
    super.init(properties: properties)
  }

  /// Makes a matched item of typed values, among them those that only matched items have.
  public override init(values: [MediaItemProperty: MediaItemValue], id: UUID = UUID()) {
    clock = nil
    super.init(values: values, id: id)
  }

  /// Makes a matched item of an item and of what was found out about the match.
  /// - Parameters:
  ///   - item: the item, whose identity is kept.
  ///   - matchOffset: where the query begins in the reference, in seconds.
  ///   - frequencySkew: how much higher the query sounds than the reference; 0.05 is 5 %.
  ///   - timeStretch: how much faster the query runs than the reference; 0.05 is 5 %.
  ///   - confidence: the probability that the match is right.
  ///   - clock: tells how far the sound has come since the query began.
  public init(
    _ item: MediaItem, matchOffset: TimeInterval, frequencySkew: Float = 0, timeStretch: Float = 0,
    confidence: Float = 1, clock: QueryClock? = nil
  ) {
    self.clock = clock
    super.init(
      copying: item,
      adding: [
        .matchOffset: .double(matchOffset), .frequencySkew: .float(frequencySkew),
        .timeStretch: .float(timeStretch), .confidence: .float(confidence),
      ])
  }

  // With every designated initializer overridden, the one from bytes is inherited.
  override init(copying item: MediaItem, adding values: [MediaItemProperty: MediaItemValue]) {
    clock = nil
    super.init(copying: item, adding: values)
  }

  private init(_ item: MatchedMediaItem, following clock: QueryClock) {
    self.clock = clock
    super.init(copying: item, adding: [:])
  }

  /// Where the query begins in the reference, in seconds. Negative when the query begins before the
  /// reference does.
  public var matchOffset: TimeInterval { values[.matchOffset]?.number ?? 0 }

  /// How much higher the query sounds than the reference: 0.05 when 105 Hz are heard for 100 Hz.
  public var frequencySkew: Float { Float(values[.frequencySkew]?.number ?? 0) }

  /// How much faster the query runs than the reference: 0.05 when it gets through 1.05 seconds of it in
  /// a second. A record that turns too fast has the same skew and stretch.
  public var timeStretch: Float { Float(values[.timeStretch]?.number ?? 0) }

  /// The probability that the match is right, from 0 to 1.
  public var confidence: Float { Float(values[.confidence]?.number ?? 0) }

  /// Where the sound is now in the reference, in seconds: ``matchOffset``, and what has been heard of
  /// the reference since. It moves on with the sound, or with the clock on the wall.
  public var predictedCurrentMatchOffset: TimeInterval {
    matchOffset + (clock?.elapsed ?? 0) * (1 + Double(timeStretch))
  }

  /// The same match, whose prediction follows another clock.
  package func following(_ clock: QueryClock) -> MatchedMediaItem {
    MatchedMediaItem(self, following: clock)
  }
}
