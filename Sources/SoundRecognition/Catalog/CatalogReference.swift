public import Foundation

/// A recording that a catalog knows.
///
/// *Thread-safe*: a value.
public struct CatalogReference: Sendable, Identifiable {
  /// Tells the reference from all others; it is kept when catalogs are written, read and merged.
  public var id: UUID
  /// The signature, with as many peaks as a catalog keeps.
  public var signature: Signature
  /// What is known about the recording.
  public var mediaItems: [MediaItem]

  /// Makes a reference, with a new identity unless one is given.
  public init(id: UUID = UUID(), signature: Signature, mediaItems: [MediaItem]) {
    self.id = id
    self.signature = signature
    self.mediaItems = mediaItems
  }

  /// The shortest sound that a catalog takes as a reference, in seconds.
  public static let minimumDuration: TimeInterval = 1

  /// The reference as catalogs keep it.
  /// - Throws: ``RecognitionError`` with the code `signatureDurationInvalid` when the signature is too
  ///   short, `signatureInvalid` when it is of silence, `mediaItemInvalid` when a media item has a
  ///   value that cannot be kept.
  package func prepared() throws(RecognitionError) -> (signature: Signature, items: [Data]) {
    guard signature.duration >= Self.minimumDuration else {
      throw RecognitionError(
        .signatureDurationInvalid,
        "A reference must last \(Int(Self.minimumDuration)) second or longer; this one lasts "
          + "\((signature.duration * 1000).rounded() / 1000) seconds.")
    }
    let signature = signature.asReference
    guard signature.peaks.count > 1 else {
      throw RecognitionError(
        .signatureInvalid, "The sound of this reference is silent, so it cannot be recognized.")
    }
    var items: [Data] = []
    for item in mediaItems { items.append(try item.dataRepresentation) }
    return (signature, items)
  }
}
