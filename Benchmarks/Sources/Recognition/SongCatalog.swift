import Foundation
import QuerySets
import SoundRecognition

/// The songs of a query set, indexed, and what that cost.
struct SongCatalog {
  var index: InMemoryIndex
  var names: [String]
  /// The length of all songs, and the processor time that their signatures took, both in seconds.
  var seconds = 0.0
  var signing = 0.0
  /// Bytes of all signatures, as queries and thinned as references.
  var bytes = 0
  var referenceBytes = 0

  init(_ set: QuerySet, cache: SignatureCache) throws {
    var signatures: [Signature] = []
    for song in set.songs {
      let timed = try cache.signature(of: URL(filePath: song.path))
      signatures.append(timed.signature)
      signing += timed.seconds
      seconds += timed.signature.duration
      bytes += timed.signature.dataRepresentation.count
      referenceBytes += timed.signature.asReference.dataRepresentation.count
    }
    index = InMemoryIndex(signatures)
    names = set.songs.map(\.id)
  }

  /// Tables of what indexing costs.
  func report() -> String {
    let pairs = Double(index.postingCount) / seconds
    let hour = (Double(referenceBytes) + Double(index.postingCount) * 4.5) / seconds * 3600
    return """
      | songs | hours | signatures, x real time | query B/s | reference B/s | pairs/s | MB/h with 4.5 B a pair |
      |---|---|---|---|---|---|---|
      | \(names.count) | \(text(seconds / 3600)) | \(signing > 0 ? text(seconds / signing, 0) : "-") \
      | \(text(Double(bytes) / seconds, 0)) | \(text(Double(referenceBytes) / seconds, 0)) \
      | \(text(pairs, 1)) | \(text(hour / 1e6)) |
      """
  }
}

/// A number with some digits behind the point.
func text(_ value: Double, _ digits: Int = 2) -> String {
  String(format: "%.\(digits)f", value)
}
