/// Several segments as one index: what a catalog is at one moment.
///
/// The references are numbered through from segment to segment. Removed ones keep their numbers, but
/// nothing is found in them any more.
///
/// *Thread-safe*: a value.
package struct SegmentedIndex: ReferenceIndex {
  /// A segment, and what was removed from it.
  package struct Part: Sendable {
    package var segment: CatalogSegment
    package var removed: ReferenceSet
    /// The number of the segment's first reference.
    package fileprivate(set) var firstNumber: ReferenceNumber = 0

    package init(_ segment: CatalogSegment, removed: ReferenceSet = ReferenceSet()) {
      self.segment = segment
      self.removed = removed
    }
  }

  package private(set) var parts: [Part]
  /// One more than the highest number of a reference.
  package let referenceCount: Int
  package let postingCount: Int

  package init(_ parts: [Part]) {
    var (parts, count) = (parts, 0)
    for index in parts.indices {
      parts[index].firstNumber = ReferenceNumber(count)
      count += parts[index].segment.referenceCount
    }
    self.parts = parts
    referenceCount = count
    postingCount = parts.reduce(0) { $0 + $1.segment.postingCount }
  }

  package func postingCount(in keys: ClosedRange<PairKey>) -> Int {
    parts.reduce(0) { $0 + $1.segment.postingCount(in: keys) }
  }

  package func forEachPosting(
    in window: PairWindow, _ body: (Posting) -> Void
  ) throws(RecognitionError) {
    for part in parts {
      try part.segment.forEachPosting(
        in: window, numberedFrom: part.firstNumber, without: part.removed, body)
    }
  }

  package func peaks(
    of reference: ReferenceNumber, in times: Range<Int32>
  ) throws(RecognitionError) -> [SpectralPeak] {
    let (part, number) = locate(reference)
    return try part.segment.peaks(of: number, in: times)
  }

  /// The part that has a reference, and the reference's number in the segment.
  package func locate(_ reference: ReferenceNumber) -> (part: Part, number: ReferenceNumber) {
    precondition(reference < referenceCount)
    let next = parts.partitioningIndex { $0.firstNumber > reference }
    // Segments without references have the number of the next one.
    let part = parts[next - 1]
    return (part, reference - part.firstNumber)
  }

  /// The numbers of all references that were not removed.
  package var references: [ReferenceNumber] {
    parts.flatMap { part in
      (0..<ReferenceNumber(part.segment.referenceCount))
        .filter { !part.removed.contains($0) }.map { part.firstNumber + $0 }
    }
  }

  /// The reference with a number, as it was added.
  package func catalogReference(
    _ number: ReferenceNumber
  ) throws(RecognitionError) -> CatalogReference {
    let (part, number) = locate(number)
    return CatalogReference(
      id: part.segment.id(of: number), signature: try part.segment.signature(of: number),
      mediaItems: try mediaItems(part, number))
  }

  /// The media items of a reference.
  package func mediaItems(of reference: ReferenceNumber) throws(RecognitionError) -> [MediaItem] {
    let (part, number) = locate(reference)
    return try mediaItems(part, number)
  }

  private func mediaItems(
    _ part: Part, _ number: ReferenceNumber
  ) throws(RecognitionError) -> [MediaItem] {
    var items: [MediaItem] = []
    for archive in try part.segment.mediaItems(of: number) {
      items.append(try MediaItem(dataRepresentation: archive))
    }
    return items
  }
}
