package import Foundation

extension CatalogMatch {
  /// How fast the reference goes by: its seconds in a second of the query.
  package var rate: Double { timeStretch.isFinite ? max(0.1, 1 + timeStretch) : 1 }

  /// The items that are meant at this skew.
  private var itemsInSkewScope: [MediaItem] {
    let skew = Float(frequencySkew)
    return mediaItems.filter { item in
      let ranges = item.frequencySkewRanges
      return ranges.isEmpty || ranges.contains { $0.contains(skew) }
    }
  }

  /// The items that belong to a place in the reference: those with time ranges that hold it, the range
  /// that began last first, and then those without time ranges.
  func itemsInScope(at offset: TimeInterval) -> [MediaItem] {
    let items = itemsInSkewScope
    let ranged: [(item: MediaItem, start: TimeInterval)] = items.compactMap { item in
      let ranges = item.timeRanges.filter { $0.contains(offset) }
      return ranges.map(\.lowerBound).max().map { (item, $0) }
    }
    return ranged.sorted { $0.start > $1.start }.map(\.item)
      + items.filter { $0.timeRanges.isEmpty }
  }

  /// The first place behind `offset` where the range of an item begins or ends.
  func boundary(after offset: TimeInterval) -> TimeInterval? {
    itemsInSkewScope.flatMap(\.timeRanges).filter { !$0.isEmpty }
      .flatMap { [$0.lowerBound, $0.upperBound] }.filter { $0 > offset && $0.isFinite }.min()
  }

  func matched(_ item: MediaItem, clock: QueryClock) -> MatchedMediaItem {
    MatchedMediaItem(
      item, matchOffset: offset, frequencySkew: Float(frequencySkew),
      timeStretch: Float(timeStretch), confidence: Float(confidence), clock: clock)
  }
}

extension [CatalogMatch] {
  /// The items of all matches that are in scope `elapsed` seconds after the start of the query. When
  /// none is, an item without properties stands for the best match, so that it can be followed anyway.
  package func itemsInScope(
    after elapsed: TimeInterval, clock: QueryClock
  ) -> [MatchedMediaItem] {
    var tracker = MatchTracker()
    _ = tracker.found(self, queryStart: 0, at: elapsed)
    return tracker.items(at: elapsed) { _ in clock }
  }
}
