import Foundation
import SoundRecognition

/// Answers queries of any length from some catalogs.
///
/// *Thread-safe*.
struct QueryMatcher: Sendable {
  private struct Source: Sendable {
    let name: String
    let snapshot: any CatalogSnapshot
    let durations: ClosedRange<Double>
  }

  private let sources: [Source]
  private let threshold: Double
  private let limit: Int
  private let reportsAllPlaces: Bool

  /// Takes the catalogs as they are now.
  init(_ catalogs: [OpenedCatalog], options: RecognitionOptions) throws {
    sources = try catalogs.map {
      Source(
        name: $0.path, snapshot: try $0.catalog.snapshot(),
        durations: $0.catalog
          .minimumQuerySignatureDuration...$0.catalog
          .maximumQuerySignatureDuration)
    }
    threshold = options.threshold
    limit = options.limit ?? .max
    reportsAllPlaces = options.reportsAllPlaces
  }

  /// The shortest query that is answered, in seconds.
  var minimumDuration: Double { sources.map(\.durations.lowerBound).min() ?? 0 }

  /// What a query matches, the best first.
  /// - Throws: ``RecognitionError`` when the query is silent or too short.
  func hits(for query: Signature) throws -> [MatchAnswer.Hit] {
    guard query.duration > 0, !query.peaks.isEmpty else {
      throw RecognitionError(.signatureInvalid, "There is nothing but silence.")
    }
    guard query.duration >= minimumDuration - Self.quietEnd else {
      var text = TextBuffer()
      text.append("The sound is too short: ")
      text.append(query.duration, decimals: 1)
      text.append(" s. A query needs ")
      text.append(minimumDuration, decimals: 0)
      text.append(" s or more.")
      throw RecognitionError(.signatureDurationInvalid, text.string)
    }
    var found: [Evidence] = []
    for source in sources where query.duration >= source.durations.lowerBound - Self.quietEnd {
      found += try Self.evidence(for: query, in: source, keepsAllPlaces: reportsAllPlaces)
    }
    return found.filter { $0.match.confidence >= threshold }
      .sorted { ($0.match.confidence, $0.sliceCount) > ($1.match.confidence, $1.sliceCount) }
      .prefix(limit).map(\.hit)
  }

  /// A recording at one place, and how many slices of the query spoke for it.
  private struct Evidence {
    /// Its offset is that of the query's start.
    var match: CatalogMatch
    var sliceCount: Int
    /// The end of the slice that spoke for it the most, in seconds of the query.
    var end: Double

    var hit: MatchAnswer.Hit {
      let clock = QueryClock { end }
      let items = [match].itemsInScope(after: end, clock: clock)
      var summary = ItemSummary(items)
      // Out of scope of all of them, the recording is still known.
      summary.source = ItemSummary(match.mediaItems).source
      return MatchAnswer.Hit(
        items: items, summary: summary, offset: match.offset, confidence: match.confidence,
        frequencySkew: match.frequencySkew, timeStretch: match.timeStretch)
    }
  }

  private static func evidence(
    for query: Signature, in source: Source, keepsAllPlaces: Bool
  ) throws -> [Evidence] {
    var found: [Evidence] = []
    for start in sliceStarts(of: query.duration, longest: source.durations.upperBound) {
      let first = Int((start * 1000).rounded())
      let length = min(query.duration, source.durations.upperBound)
      let slice =
        start == 0 && length == query.duration
        ? query : query.part(first..<first + Int((length * 1000).rounded()))
      for var match in try source.snapshot.references(matching: slice) {
        match.offset -= start * (1 + match.timeStretch)
        let known = found.firstIndex {
          $0.match.reference == match.reference
            && (!keepsAllPlaces || abs($0.match.offset - match.offset) < placeTolerance)
        }
        guard let known else {
          found.append(Evidence(match: match, sliceCount: 1, end: start + length))
          continue
        }
        // Only another slice is more evidence; another place in the same one is a repeat.
        if found[known].end != start + length { found[known].sliceCount += 1 }
        if match.confidence > found[known].match.confidence {
          found[known].match = match
          found[known].end = start + length
        }
      }
    }
    return found
  }

  /// A signature ends with the last sound, so that of a clip of the shortest length may be shorter by
  /// this, in seconds.
  private static let quietEnd = 0.1

  /// Places that are closer than this are one, in seconds.
  private static let placeTolerance = 1.0

  /// Where the slices of a query begin, in seconds. The last one ends with the query.
  static func sliceStarts(of duration: Double, longest: Double) -> [Double] {
    guard duration > longest else { return [0] }
    return Array(stride(from: 0, to: duration - longest, by: longest)) + [duration - longest]
  }
}
