/// What was recognized in a query.
///
/// *Thread-safe*: a value.
public struct Match: Sendable {
  /// The items that belong to what was heard, of all references that it matches, the best first. There
  /// is at least one, though it may have no properties of its own.
  public let mediaItems: [MatchedMediaItem]
  /// The query.
  public let querySignature: Signature

  /// Makes a match.
  public init(mediaItems: [MatchedMediaItem], querySignature: Signature) {
    self.mediaItems = mediaItems
    self.querySignature = querySignature
  }
}
