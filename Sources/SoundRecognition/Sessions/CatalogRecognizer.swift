public import Foundation
internal import SoundSignal

/// Recognizes music by a catalog on this machine.
///
/// *Thread-safe*: a value. It works with the catalog as it was when it was made.
public struct CatalogRecognizer: ImmediateRecognizer {
  /// A longer excerpt is hardly recognized better, and costs more.
  private static let longestExcerpt: TimeInterval = 12

  /// The name.
  public let name: String
  /// The shortest query of the catalog.
  public let minimumDuration: TimeInterval
  /// The longest query of the catalog, or 12 seconds.
  public let maximumDuration: TimeInterval
  private let snapshot: any CatalogSnapshot

  /// The signature is enough.
  public var needsSamples: Bool { false }

  /// Makes a recognizer of what is in the catalog at this moment.
  /// - Parameters:
  ///   - catalog: where recordings are looked up.
  ///   - name: a name for people.
  /// - Throws: what the catalog throws when it cannot be read.
  public init(_ catalog: any Catalog, name: String = "catalog") throws {
    self.name = name
    minimumDuration = catalog.minimumQuerySignatureDuration
    maximumDuration = max(
      minimumDuration, min(catalog.maximumQuerySignatureDuration, Self.longestExcerpt))
    snapshot = try catalog.snapshot()
  }

  /// Looks for the excerpt's signature in the catalog.
  public func recognize(_ excerpt: MusicExcerpt) async throws -> [MatchedMediaItem] {
    let elapsed = excerpt.timeRange.duration.seconds
    return try references(matching: excerpt.signature)
      .itemsInScope(after: elapsed, clock: .wall(startingAt: elapsed))
  }

  package func references(matching signature: Signature) throws -> [CatalogMatch] {
    try snapshot.references(matching: signature)
  }
}

/// A recognizer that answers within milliseconds, so that nobody needs to wait for it.
package protocol ImmediateRecognizer: MusicRecognizer {
  func references(matching signature: Signature) throws -> [CatalogMatch]
}
