/// A catalog at one moment, ready to be searched.
///
/// *Thread-safe*: a value.
package struct IndexSnapshot: CatalogSnapshot {
  package let index: SegmentedIndex
  private let matcher = SignatureMatcher()

  package init(_ index: SegmentedIndex) { self.index = index }

  package func references(matching signature: Signature) throws -> [CatalogMatch] {
    var items: [ReferenceNumber: [MediaItem]] = [:]
    return try matcher.matches(for: signature, in: index).map { match in
      if items[match.reference] == nil {
        items[match.reference] = try index.mediaItems(of: match.reference)
      }
      return CatalogMatch(
        reference: match.reference, offset: match.offset, frequencySkew: match.frequencySkew,
        timeStretch: match.timeStretch, confidence: match.confidence,
        mediaItems: items[match.reference] ?? [])
    }
  }
}
