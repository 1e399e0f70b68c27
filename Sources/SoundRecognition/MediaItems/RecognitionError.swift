/// Says why recognizing, or something that it needs, did not work.
///
/// *Thread-safe*: a value.
public struct RecognitionError: Error, Sendable, CustomStringConvertible {
  /// The kinds of trouble, for a program to switch on. New kinds may be added, so a `switch` needs a
  /// `default`. The numbers up to 600 are those of Apple's ShazamKit.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The number of the kind.
    public let rawValue: Int
    /// Makes a kind from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The samples have a format that cannot be used, or another one than the samples before them.
    public static let invalidAudioFormat = Code(rawValue: 100)
    /// The samples do not follow the ones before them.
    public static let audioDiscontinuity = Code(rawValue: 101)
    /// No signature could be made of the sound, mostly because it is silent, or the bytes are none.
    public static let signatureInvalid = Code(rawValue: 200)
    /// The signature is shorter or longer than the catalog takes.
    public static let signatureDurationInvalid = Code(rawValue: 201)
    /// The attempt failed, which says nothing about the sound. Trying again may help.
    public static let matchAttemptFailed = Code(rawValue: 202)
    /// The content is no catalog, or a damaged one.
    public static let customCatalogInvalid = Code(rawValue: 300)
    /// The URL does not lead to a file with a catalog.
    public static let customCatalogInvalidURL = Code(rawValue: 301)
    /// Adding to the library, or removing from it, failed. Nothing was changed.
    public static let mediaLibrarySyncFailed = Code(rawValue: 400)
    /// Something failed that should not; a device that cannot be opened, for one.
    public static let internalError = Code(rawValue: 500)
    /// Nobody knows the media item that was asked for.
    public static let mediaItemFetchFailed = Code(rawValue: 600)
    /// A property of a media item has a value of a type that cannot be kept, or the bytes of a media
    /// item are damaged.
    public static let mediaItemInvalid = Code(rawValue: 700)
  }

  /// What kind of trouble it is.
  public let code: Code
  /// A sentence that says what happened and what may help.
  public let message: String
  /// The error from below, where there is one.
  public let underlying: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.underlying = underlying
  }

  /// The message.
  public var description: String { message }
}
