/// What matching asks of a segment.
extension CatalogSegment: ReferenceIndex {
  package func postingCount(in keys: ClosedRange<PairKey>) -> Int {
    let (first, end) = bucketEntries(
      upper(keys.lowerBound.rawValue), upper(keys.upperBound.rawValue))
    return max(0, Int(end) - Int(first))
  }

  /// How many postings a range of keys is likely to have: of an entry of the directory as large a part as the
  /// range is of its keys.
  func expectedPostingCount(in keys: ClosedRange<PairKey>) -> Int {
    let (first, last) = (upper(keys.lowerBound.rawValue), upper(keys.upperBound.rawValue))
    let (start, end) = bucketEntries(first, last)
    guard start < end else { return 0 }
    let width = Int(keys.upperBound.rawValue - keys.lowerBound.rawValue) + 1
    let covered = Int(last - first + 1) << directoryShift
    // Rounded up.
    return (Int(end - start) * width + covered - 1) / covered
  }

  package func forEachPosting(
    in window: PairWindow, _ body: (Posting) -> Void
  ) throws(RecognitionError) {
    try forEachPosting(in: window, numberedFrom: 0, without: ReferenceSet(), body)
  }

  /// The same for a segment that is one of several.
  /// - Parameters:
  ///   - window: what the postings' keys may be.
  ///   - first: what to add to the numbers of references.
  ///   - removed: the references to leave out, by their numbers in this segment.
  ///   - body: takes a posting.
  @inline(__always)
  func forEachPosting(
    in window: PairWindow, numberedFrom first: ReferenceNumber, without removed: ReferenceSet,
    _ body: (Posting) -> Void
  ) throws(RecognitionError) {
    try window.forEachKeyRange { (keys) throws(RecognitionError) in
      try unsafe forEachRun(in: keys.lowerBound.rawValue...keys.upperBound.rawValue) {
        (run) throws(RecognitionError) in
        for entry in unsafe run.entries {
          let key = PairKey(rawValue: unsafe run.key(entry))
          // Most have a distance that is a little off: only the others are worth a look-up.
          guard window.contains(key) else { continue }
          let position = position(ofFrame: try checked(unsafe run.place(entry)))
          if removed.contains(position.reference) { continue }
          body(
            Posting(key: key, reference: first + position.reference, frame: position.frame))
        }
      }
    }
  }

  @inline(__always)
  private func checked(_ place: UInt32) throws(RecognitionError) -> UInt32 {
    guard Int(place) < timelineLength else {
      throw .damagedCatalog("a posting lies outside of its timeline")
    }
    return place
  }

  /// Lends the columns of a range of keys, bucket by bucket. Of the first and the last bucket, only the
  /// part in the range is lent.
  @inline(__always)
  func forEachRun(
    in range: ClosedRange<UInt32>, _ body: (PostingRun) throws(RecognitionError) -> Void
  ) throws(RecognitionError) {
    let (firstBucket, lastBucket) = (upper(range.lowerBound), upper(range.upperBound))
    let (start, end) = bucketEntries(firstBucket, lastBucket)
    guard start < end else {
      guard start == end else { throw .damagedCatalog("its directory is out of order") }
      return
    }
    guard Int(end) <= postingCount else { throw .damagedCatalog("its directory is out of order") }
    let entries = Int(start)..<Int(end)
    // One read of each column for all buckets.
    unsafe try bytes.withBytes(keys.bytes(of: entries)) {
      (keyBytes) throws(RecognitionError) in
      unsafe try bytes.withBytes(places.bytes(of: entries)) {
        (placeBytes) throws(RecognitionError) in
        let whole = unsafe PostingRun(
          keys: keys.numbers(entries, in: keyBytes),
          places: places.numbers(entries, in: placeBytes), entries: 0..<entries.count)
        for bucket in firstBucket...lastBucket {
          let (from, to) = bucketEntries(bucket, bucket)
          guard start <= from, from <= to, to <= end else {
            throw .damagedCatalog("its directory is out of order")
          }
          guard from < to else { continue }
          var run = unsafe whole
          unsafe run.entries = Int(from - start)..<Int(to - start)
          unsafe run.upperBits = upperBits(bucket)
          if bucket == firstBucket, range.lowerBound & lowerMask != 0 {
            unsafe run.dropKeys(below: range.lowerBound & lowerMask)
          }
          if bucket == lastBucket, range.upperBound & lowerMask != lowerMask {
            unsafe run.dropKeys(above: range.upperBound & lowerMask)
          }
          if unsafe run.count > 0 { try unsafe body(run) }
        }
      }
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
        let place = try checked(unsafe run.place(entry))
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
