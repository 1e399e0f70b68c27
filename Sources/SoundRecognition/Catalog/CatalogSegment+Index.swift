/// What matching asks of a segment.
extension CatalogSegment: ReferenceIndex {
  package func postingCount(in keys: ClosedRange<PairKey>) -> Int {
    let (first, end) = bucketEntries(
      upper(keys.lowerBound.rawValue), upper(keys.upperBound.rawValue))
    return max(0, Int(end) - Int(first))
  }

  package func readPostings(
    in keys: ClosedRange<PairKey>, _ body: (UnsafeBufferPointer<Posting>) -> Void
  ) throws(RecognitionError) {
    try unsafe readPostings(in: keys, numberedFrom: 0, without: ReferenceSet(), body)
  }

  /// The same for a segment that is one of several.
  /// - Parameters:
  ///   - first: what to add to the numbers of references.
  ///   - removed: the references to leave out, by their numbers in this segment.
  func readPostings(
    in keys: ClosedRange<PairKey>, numberedFrom first: ReferenceNumber,
    without removed: ReferenceSet, _ body: (UnsafeBufferPointer<Posting>) -> Void
  ) throws(RecognitionError) {
    try unsafe forEachRun(in: keys.lowerBound.rawValue...keys.upperBound.rawValue) {
      (run) throws(RecognitionError) in
      var rest = unsafe run
      // Pieces that have room on the stack.
      while unsafe rest.count > 0 {
        let piece = unsafe rest.removeFirst(256)
        try unsafe lend(piece, numberedFrom: first, without: removed, body)
      }
    }
  }

  /// Lends the columns of a range of keys, bucket by bucket. Of the first and the last bucket, only the
  /// part in the range is lent.
  @inline(__always)
  func forEachRun(
    in keys: ClosedRange<UInt32>, _ body: (PostingRun) throws(RecognitionError) -> Void
  ) throws(RecognitionError) {
    let (firstBucket, lastBucket) = (upper(keys.lowerBound), upper(keys.upperBound))
    let (start, end) = bucketEntries(firstBucket, lastBucket)
    guard start < end else {
      guard start == end else { throw .damagedCatalog("its directory is out of order") }
      return
    }
    guard Int(end) <= postingCount else { throw .damagedCatalog("its directory is out of order") }
    let (keyBytes, placeBytes) = (keyBytes, placeBytes)
    let (keyColumn, placeColumn) = (range(of: .keys).lowerBound, range(of: .places).lowerBound)
    // One read of each column for all buckets.
    unsafe try bytes.withBytes(keyColumn + Int(start) * keyBytes..<keyColumn + Int(end) * keyBytes)
    {
      (keyBytesOfRange) throws(RecognitionError) in
      unsafe try bytes.withBytes(
        placeColumn + Int(start) * placeBytes..<placeColumn + Int(end) * placeBytes
      ) { (placeBytesOfRange) throws(RecognitionError) in
        let whole = unsafe PostingRun(
          keys: keyBytesOfRange, places: placeBytesOfRange, entries: 0..<Int(end - start),
          keyBytes: keyBytes, placeBytes: placeBytes, upperBits: 0)
        for bucket in firstBucket...lastBucket {
          let (from, to) = bucketEntries(bucket, bucket)
          guard start <= from, from <= to, to <= end else {
            throw .damagedCatalog("its directory is out of order")
          }
          guard from < to else { continue }
          var run = unsafe whole
          unsafe run.entries = Int(from - start)..<Int(to - start)
          unsafe run.upperBits = upperBits(bucket)
          if bucket == firstBucket, keys.lowerBound & lowerMask != 0 {
            unsafe run.dropKeys(below: keys.lowerBound & lowerMask)
          }
          if bucket == lastBucket, keys.upperBound & lowerMask != lowerMask {
            unsafe run.dropKeys(above: keys.upperBound & lowerMask)
          }
          if unsafe run.count > 0 { try unsafe body(run) }
        }
      }
    }
  }

  private func lend(
    _ run: PostingRun, numberedFrom first: ReferenceNumber, without removed: ReferenceSet,
    _ body: (UnsafeBufferPointer<Posting>) -> Void
  ) throws(RecognitionError) {
    try unsafe withUnsafeTemporaryAllocation(of: Posting.self, capacity: run.count) {
      (postings) throws(RecognitionError) in
      var kept = 0
      for entry in unsafe run.entries {
        let place = unsafe run.place(entry)
        guard Int(place) < timelineLength else {
          throw .damagedCatalog("a posting lies outside of its timeline")
        }
        let position = position(ofFrame: place)
        if removed.contains(position.reference) { continue }
        unsafe postings.initializeElement(
          at: kept,
          to: Posting(
            key: PairKey(rawValue: run.key(entry)), reference: first + position.reference,
            frame: position.frame))
        kept += 1
      }
      if kept > 0 { unsafe body(UnsafeBufferPointer(rebasing: postings[..<kept])) }
    }
  }

  /// Goes through the postings of a range of keys.
  @inline(__always)
  func forEachPosting(
    in keys: ClosedRange<UInt32>,
    _ body: (_ key: UInt32, _ place: UInt32, _ reference: ReferenceNumber) -> Void
  ) throws(RecognitionError) {
    try unsafe forEachRun(in: keys) { (run) throws(RecognitionError) in
      for entry in unsafe run.entries {
        let place = unsafe run.place(entry)
        guard Int(place) < timelineLength else {
          throw .damagedCatalog("a posting lies outside of its timeline")
        }
        body(unsafe run.key(entry), place, position(ofFrame: place).reference)
      }
    }
  }

  private func upper(_ key: UInt32) -> UInt32 { key >> UInt32(directoryShift) }
  private func upperBits(_ bucket: UInt32) -> UInt32 { bucket << UInt32(directoryShift) }
  private var lowerMask: UInt32 { ~(~0 << UInt32(directoryShift)) }

  /// Where the entries of some buckets begin and end.
  private func bucketEntries(_ first: UInt32, _ last: UInt32) -> (UInt32, UInt32) {
    let directory = range(of: .directory).lowerBound
    return (
      bytes.number(at: directory + 4 * Int(first)), bytes.number(at: directory + 4 * Int(last) + 4)
    )
  }
}
