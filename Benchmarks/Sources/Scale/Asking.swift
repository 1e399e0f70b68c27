import Foundation
import QuerySets
import SoundCatalogStore
import SoundRecognition

/// Opens a store as a program would, and answers the queries of a set.
struct Asking {
  private let store: CatalogStore
  private let index: SegmentedIndex
  /// How long opening took, in milliseconds.
  let opening: Double

  init(_ url: URL) throws {
    let start = wallSeconds()
    store = try CatalogStore(at: url, access: .reading)
    index = try store.index()
    opening = 1000 * (wallSeconds() - start)
  }

  var size: String {
    let bytes = index.parts.reduce(0) { $0 + $1.segment.bytes.count }
    return "\(index.referenceCount),\(index.postingCount),\(index.parts.count),\(bytes)"
  }

  /// Prints lines of `file,track,degradation,length,answer,score,processor,wall`, times in milliseconds.
  func answer(_ set: QuerySet, cache: SignatureCache) throws {
    // Also what does not count as a match: how good wrong answers are tells how good they become with more tracks.
    let matcher = SignatureMatcher(threshold: 0)
    for query in set.queries {
      let signature = try cache.signature(of: set.url(of: query)).signature
      let (wall, processor) = (wallSeconds(), threadSeconds())
      let best = try matcher.matches(for: signature, in: index).first
      let times = (threadSeconds() - processor, wallSeconds() - wall)
      var title = "NONE"
      if let best {
        title = try index.mediaItems(of: best.reference).first?[.title] as? String ?? ""
      }
      print(
        "\(query.file),\(query.track ?? "NONE"),\(query.degradation),\(query.length),\(title),"
          + "\(best?.score ?? 0),\(1000 * times.0),\(1000 * times.1)")
    }
  }

  /// The most memory that this process ever had, in megabytes.
  static var peakMemory: Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? .nan) / 1024
  }
}
