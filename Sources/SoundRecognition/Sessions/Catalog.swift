public import Foundation

/// Recordings that can be recognized: their signatures, and media items that say what they are.
///
/// *Thread-safe*.
public protocol Catalog: AnyObject, Sendable {
  /// The shortest query that can be matched, in seconds.
  var minimumQuerySignatureDuration: TimeInterval { get }
  /// The longest query that can be matched, in seconds.
  var maximumQuerySignatureDuration: TimeInterval { get }
  /// The catalog as it is now. Sessions keep working with the one that they began with.
  func snapshot() throws -> any CatalogSnapshot
}

/// A catalog that does not change any more.
///
/// *Thread-safe*.
public protocol CatalogSnapshot: Sendable {
  /// Finds the references that a query is part of, the best first; none when there is no match. The
  /// duration of the query is the caller's business.
  func references(matching signature: Signature) throws -> [CatalogMatch]
}

/// A reference of a catalog that a query is part of.
///
/// *Thread-safe*: a value.
public struct CatalogMatch: Sendable {
  /// Tells the reference from the others of its catalog.
  public var reference: UInt32
  /// Where the query begins in the reference, in seconds; it may be negative.
  public var offset: TimeInterval
  /// How much higher the query sounds than the reference: 0.05 is 5 %.
  public var frequencySkew: Double
  /// How much faster the query runs than the reference: at 0.05 it gets through 1.05 seconds of it in
  /// a second. A record that turns too fast has the same skew and stretch.
  public var timeStretch: Double
  /// The probability that the match is right, from 0 to 1.
  public var confidence: Double
  /// All media items of the reference, whatever their ranges.
  public var mediaItems: [MediaItem]

  /// Makes a match.
  public init(
    reference: UInt32, offset: TimeInterval, frequencySkew: Double = 0, timeStretch: Double = 0,
    confidence: Double = 1, mediaItems: [MediaItem]
  ) {
    self.reference = reference
    self.offset = offset
    self.frequencySkew = frequencySkew
    self.timeStretch = timeStretch
    self.confidence = confidence
    self.mediaItems = mediaItems
  }
}
