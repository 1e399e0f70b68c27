/// An index of references in memory, complete when it is made.
///
/// *Thread-safe*: a value that shares its memory with its copies.
package struct InMemoryIndex: ReferenceIndex {
  /// The thinned signatures, by number.
  package let references: [Signature]
  private let postings: [Posting]
  /// Where the postings begin whose keys have given upper bits.
  private let directory: [UInt32]
  /// How many lower bits of a key the directory does not tell apart: so many that an entry has about
  /// two postings. A query asks for thousands of entries all over the directory, which must fit a cache.
  private let shift: UInt32

  /// Indexes signatures, which get their places in the array as numbers.
  package init(_ signatures: [Signature]) {
    references = signatures.map(\.asReference)
    var postings: [Posting] = []
    for (number, reference) in references.enumerated() {
      postings += ReferencePairs.postings(of: reference, reference: ReferenceNumber(number))
    }
    postings.sort {
      ($0.key.rawValue, $0.reference, $0.frame) < ($1.key.rawValue, $1.reference, $1.frame)
    }
    // Not coarser than eight places of the frequency, nor finer than the place itself.
    var shift: UInt32 = 15
    while shift > 8, postings.count >> 1 > 1 << (32 - shift) { shift -= 1 }
    var directory = [UInt32](repeating: 0, count: 1 << (32 - shift) + 1)
    for posting in postings { directory[Int(posting.key.rawValue >> shift) + 1] += 1 }
    for index in 1..<directory.count { directory[index] += directory[index - 1] }
    self.postings = postings
    self.directory = directory
    self.shift = shift
  }

  package var referenceCount: Int { references.count }
  package var postingCount: Int { postings.count }

  package func postingCount(in keys: ClosedRange<PairKey>) -> Int { range(of: keys).count }

  package func forEachPosting(in window: PairWindow, _ body: (Posting) -> Void) {
    unsafe postings.withUnsafeBufferPointer { postings in
      window.forEachKeyRange { keys in
        for place in range(of: keys) {
          let posting = unsafe postings[place]
          if window.contains(posting.key) { body(posting) }
        }
      }
    }
  }

  package func peaks(of reference: ReferenceNumber, in times: Range<Int32>) -> [SpectralPeak] {
    let peaks = references[Int(reference)].peaks
    let first = peaks.partitioningIndex { $0.time >= times.lowerBound }
    let end = peaks.partitioningIndex { $0.time >= times.upperBound }
    return Array(peaks[first..<max(first, end)])
  }

  private func range(of keys: ClosedRange<PairKey>) -> Range<Int> {
    let first = directory[Int(keys.lowerBound.rawValue >> shift)]
    let end = directory[Int(keys.upperBound.rawValue >> shift) + 1]
    return Int(first)..<Int(end)
  }
}
