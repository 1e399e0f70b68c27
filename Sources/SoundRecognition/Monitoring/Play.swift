public import Foundation

/// A recording that played in a broadcast, from when to when.
///
/// *Thread-safe*: a value.
public struct Play: Sendable {
  /// Tells the reference from the others of its catalog.
  public var reference: UInt32
  /// When it begins, in seconds of the broadcast.
  public var start: TimeInterval
  /// When it ends, in seconds of the broadcast.
  public var end: TimeInterval
  /// Where in the reference it begins, in seconds.
  public var referenceOffset: TimeInterval
  /// How much higher it sounds than the reference: 0.05 is 5 %.
  public var frequencySkew: Double
  /// How much faster it plays than the reference: 0.05 is 5 %.
  public var timeStretch: Double
  /// The probability that it is right, of the best stretch in it.
  public var confidence: Double
  /// All media items of the reference, whatever their ranges.
  public var mediaItems: [MediaItem]

  /// Makes a play.
  public init(
    reference: UInt32, start: TimeInterval, end: TimeInterval, referenceOffset: TimeInterval,
    frequencySkew: Double = 0, timeStretch: Double = 0, confidence: Double = 1,
    mediaItems: [MediaItem] = []
  ) {
    self.reference = reference
    self.start = start
    self.end = end
    self.referenceOffset = referenceOffset
    self.frequencySkew = frequencySkew
    self.timeStretch = timeStretch
    self.confidence = confidence
    self.mediaItems = mediaItems
  }
}
