/// The name of a property of a ``MediaItem``: one of those below, or one of your own.
///
/// ```swift
/// extension MediaItemProperty {
///   static let episode = MediaItemProperty("Episode")
/// }
/// ```
///
/// *Thread-safe*: a value.
public struct MediaItemProperty: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String
  /// Makes a property from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Makes a property from its name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

// The names are those that ShazamKit uses, so that catalogs can be carried over.
extension MediaItemProperty {
  /// The identifier in Shazam's catalog: a string.
  public static let shazamID = Self("SHMediaItemShazamID")
  /// The title: a string.
  public static let title = Self("SHMediaItemTitle")
  /// The subtitle: a string.
  public static let subtitle = Self("SHMediaItemSubtitle")
  /// The artist: a string.
  public static let artist = Self("SHMediaItemArtist")
  /// A page about the item: a URL.
  public static let webURL = Self("SHMediaItemWebURL")
  /// The identifier in Apple Music: a string.
  public static let appleMusicID = Self("SHMediaItemAppleMusicID")
  /// The page in Apple Music: a URL.
  public static let appleMusicURL = Self("SHMediaItemAppleMusicURL")
  /// The picture of the cover: a URL.
  public static let artworkURL = Self("SHMediaItemArtworkURL")
  /// The video: a URL.
  public static let videoURL = Self("SHMediaItemVideoURL")
  /// Whether the content is explicit: a boolean.
  public static let explicitContent = Self("SHMediaItemExplicitContent")
  /// The genres: an array of strings.
  public static let genres = Self("SHMediaItemGenres")
  /// The International Standard Recording Code: a string.
  public static let ISRC = Self("SHMediaItemISRC")
  /// Where the query begins in the reference, in seconds: a number. Of matched items only.
  public static let matchOffset = Self("SHMediaItemMatchOffset")
  /// How much higher the query sounds than the reference: a number. Of matched items only.
  public static let frequencySkew = Self("SHMediaItemFrequencySkew")
  /// The stretches of the reference that the item belongs to: ranges of seconds.
  public static let timeRanges = Self("SHMediaItemTimeRanges")
  /// The skews at which the item is meant: ranges of numbers.
  public static let frequencySkewRanges = Self("SHMediaItemFrequencySkewRanges")
  /// When the item was made: a date.
  public static let creationDate = Self("SHMediaItemCreationDate")
  /// The probability that the match is right: a number from 0 to 1. Of matched items only.
  public static let confidence = Self("SHMediaItemConfidence")
  /// How much faster the query runs than the reference: a number. Of matched items only; not in
  /// ShazamKit.
  public static let timeStretch = Self("SoundwatchTimeStretch")
}
