/// The number of a reference in its catalog. Numbers are dense: they begin at 0, and one that is no
/// longer in use has no postings.
package typealias ReferenceNumber = UInt32

/// One pair of peaks in a reference.
///
/// *Thread-safe*: a value.
package struct Posting: Sendable, Hashable, BitwiseCopyable {
  /// What the pair looks like.
  package var key: PairKey
  /// The reference that has it.
  package var reference: ReferenceNumber
  /// Where the pair's first peak lies, in frames of 16 ms, rounded down.
  package var frame: UInt32

  package init(key: PairKey, reference: ReferenceNumber, frame: UInt32) {
    self.key = key
    self.reference = reference
    self.frame = frame
  }
}

/// What matching asks of the storage of a catalog.
///
/// An index holds pairs of peaks, about 60 a second of reference (``ReferencePairs``), sorted by key,
/// and the peaks of each reference's thinned signature (``Signature/asReference``), from which that
/// signature can be given out again. It holds no triples: a hit then needs three peaks to survive, which
/// in noise, where the search is hard, happens a third to a tenth as often. The key is a fine one instead
/// (see ``PairKey``), and large catalogs are helped by reading what is rare and likely first and
/// stopping early, for which ``postingCount(in:)`` is there.
///
/// *Thread-safe*: a snapshot that does not change while it is asked.
package protocol ReferenceIndex: Sendable {
  /// One more than the highest number of a reference.
  var referenceCount: Int { get }

  /// How many postings there are in all.
  var postingCount: Int { get }

  /// About how many postings a range of keys has, without reading them: the answer may be too high by
  /// what an entry of the storage's directory covers.
  func postingCount(in keys: ClosedRange<PairKey>) -> Int

  /// Calls `body` with every posting in a window.
  func forEachPosting(
    in window: PairWindow, _ body: (Posting) -> Void
  ) throws(RecognitionError)

  /// The stored peaks of a reference in a range of milliseconds. The range may reach beyond the
  /// reference on both sides.
  func peaks(
    of reference: ReferenceNumber, in times: Range<Int32>
  ) throws(RecognitionError) -> [SpectralPeak]
}
