package import Foundation

/// Follows what a stream was found to be: decides what is news, and when a media item comes into scope
/// or leaves it.
///
/// Positions are seconds of the stream.
///
/// *Confined*. A pure state machine.
package struct MatchTracker {
  /// A match, and where its query lies in the stream.
  package struct Tracked {
    package var match: CatalogMatch
    package var queryStart: TimeInterval
    /// The place in the reference up to which range boundaries have been reported.
    var reported: TimeInterval
    /// How many attempts have not found it again.
    var misses = 0

    package func offset(at position: TimeInterval) -> TimeInterval {
      match.offset + (position - queryStart) * match.rate
    }

    /// Where in the stream the next boundary of a range is.
    var nextBoundary: TimeInterval? {
      match.boundary(after: reported).map { queryStart + ($0 - match.offset) / match.rate }
    }
  }

  /// How far a place in a reference may be from where it should be before somebody has moved it. Errors
  /// of the place itself are below 50 ms.
  private static let defaultSeekTolerance = 0.25
  /// After how many attempts that found only others a match is given up.
  private static let missesAllowed = 1

  private let seekTolerance: TimeInterval
  /// What is heard, the best first; empty when nothing is.
  private(set) var tracked: [Tracked] = []
  /// The references that have been reported since the first of them changed.
  private var reportedReferences: Set<UInt32> = []
  private var reportedItems: Set<UUID> = []

  /// - Parameter seekTolerance: another tolerance, in seconds, for recognizers that tell places roughly.
  package init(seekTolerance: TimeInterval? = nil) {
    self.seekTolerance = seekTolerance ?? Self.defaultSeekTolerance
  }

  var isTracking: Bool { !tracked.isEmpty }
  /// The best of what is heard.
  package var best: Tracked? { tracked.first }

  /// Where in the stream the next boundary of a range is.
  var nextBoundary: TimeInterval? { tracked.compactMap(\.nextBoundary).min() }

  /// Takes what an attempt found.
  /// - Parameters:
  ///   - matches: the matches, at least one, the best first.
  ///   - queryStart: where the query began.
  ///   - position: where the stream is.
  /// - Returns: whether that is news.
  package mutating func found(
    _ matches: [CatalogMatch], queryStart: TimeInterval, at position: TimeInterval
  ) -> Bool {
    var rest = matches.map { match in
      Tracked(match: match, queryStart: queryStart, reported: -.infinity)
    }
    // What was heard before and goes on keeps its place in the order.
    var continuing: [Tracked] = []
    for old in tracked {
      let expected = old.offset(at: position)
      let index = rest.firstIndex {
        $0.match.reference == old.match.reference
          && abs($0.offset(at: position) - expected) <= seekTolerance
      }
      if let index {
        var match = rest.remove(at: index)
        // A small correction backward must not report a boundary again.
        match.reported = max(old.reported, min(match.offset(at: position), expected))
        continuing.append(match)
      } else if old.misses < Self.missesAllowed,
        !rest.contains(where: { $0.match.reference == old.match.reference })
      {
        continuing.append(old)
        continuing[continuing.count - 1].misses += 1
      }
    }
    // If all that goes on is what was not found this time, something else is heard now.
    if continuing.allSatisfy({ $0.misses > 0 }) { continuing = [] }
    for index in rest.indices { rest[index].reported = rest[index].offset(at: position) }

    let oldPrimary = tracked.first?.match.reference
    let isNewPrimary = continuing.first?.match.reference != oldPrimary || continuing.isEmpty
    tracked = continuing + rest
    if isNewPrimary { reportedReferences = [] }
    let references = Set(tracked.map(\.match.reference))
    let isNews =
      isNewPrimary || !references.isSubset(of: reportedReferences)
      || primaryItems(at: position) != reportedItems
    if isNews { noteReport(at: position) }
    return isNews
  }

  /// Nothing is heard any more.
  package mutating func lose() {
    tracked = []
    reportedReferences = []
    reportedItems = []
  }

  /// Moves on to a place in the stream.
  /// - Returns: whether the boundary of a range was passed, which is news.
  package mutating func advance(to position: TimeInterval) -> Bool {
    var isNews = false
    for index in tracked.indices {
      guard let boundary = tracked[index].nextBoundary,
        boundary <= position + Self.rounding
      else { continue }
      // Exactly on the boundary, or rounding would put it on either side.
      let offset = tracked[index].offset(at: position)
      let passed = tracked[index].match.boundary(after: tracked[index].reported)
      tracked[index].reported = max(offset, passed ?? offset)
      isNews = true
    }
    if isNews { noteReport(at: position) }
    return isNews
  }

  /// The items that are in scope at a place in the stream, the best match's first; never none.
  package func items(
    at position: TimeInterval, clock: (_ queryStart: TimeInterval) -> QueryClock
  ) -> [MatchedMediaItem] {
    let items = tracked.flatMap { tracked in
      tracked.match.itemsInScope(at: scopeOffset(of: tracked, at: position)).map {
        tracked.match.matched($0, clock: clock(tracked.queryStart))
      }
    }
    guard items.isEmpty, let best = tracked.first else { return items }
    return [best.match.matched(MediaItem(values: [:]), clock: clock(best.queryStart))]
  }

  /// Positions of boundaries go through a division and a multiplication.
  private static let rounding = 1e-6

  /// A boundary that was reported stays behind, though later estimates may be some milliseconds before.
  private func scopeOffset(of tracked: Tracked, at position: TimeInterval) -> TimeInterval {
    max(tracked.offset(at: position), tracked.reported)
  }

  private func primaryItems(at position: TimeInterval) -> Set<UUID> {
    guard let best = tracked.first else { return [] }
    return Set(best.match.itemsInScope(at: scopeOffset(of: best, at: position)).map(\.id))
  }

  private mutating func noteReport(at position: TimeInterval) {
    reportedReferences.formUnion(tracked.map(\.match.reference))
    for index in tracked.indices {
      tracked[index].reported = scopeOffset(of: tracked[index], at: position)
    }
    reportedItems = primaryItems(at: position)
  }
}
