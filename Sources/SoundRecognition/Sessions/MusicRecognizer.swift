public import Foundation
public import SoundSignal

/// Somebody who can tell what music is heard: a catalog on this machine, or a service on the network.
///
/// *Thread-safe*.
public protocol MusicRecognizer: Sendable {
  /// A name for people, such as the path of a catalog.
  var name: String { get }
  /// The shortest excerpt that is worth asking about, in seconds.
  var minimumDuration: TimeInterval { get }
  /// The longest excerpt that is taken, in seconds.
  var maximumDuration: TimeInterval { get }
  /// Whether excerpts must carry samples. Catalogs need only the signature.
  var needsSamples: Bool { get }
  /// Tells what an excerpt is.
  /// - Returns: the items that belong to the excerpt, the best first; none when it is not known. Their
  ///   offsets are those of the excerpt's start.
  /// - Throws: any error when the attempt failed, which says nothing about the music. Cancelling the
  ///   task ends the attempt.
  func recognize(_ excerpt: MusicExcerpt) async throws -> [MatchedMediaItem]
}

/// A stretch of music that was heard.
///
/// *Thread-safe*: a value.
public struct MusicExcerpt: Sendable {
  /// The signature.
  public let signature: Signature
  /// Where the excerpt lies in its stream.
  public let timeRange: StreamTimeRange
  /// The samples, mono, when a recognizer needs them.
  public let samples: PCMBuffer?

  /// Makes an excerpt.
  public init(signature: Signature, timeRange: StreamTimeRange, samples: PCMBuffer? = nil) {
    self.signature = signature
    self.timeRange = timeRange
    self.samples = samples
  }
}
