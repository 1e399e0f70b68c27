/// Postings of one bucket: a piece of a segment's columns. Valid only where it was lent.
@unsafe struct PostingRun {
  /// The lower bits of keys, and the places on the timeline.
  let keys: PackedNumbers
  let places: PackedNumbers
  /// Which of the columns' entries belong to the run.
  var entries: Range<Int>
  /// What the keys of the bucket have in common.
  var upperBits: UInt32 = 0

  init(keys: PackedNumbers, places: PackedNumbers, entries: Range<Int>) {
    unsafe self.keys = keys
    unsafe self.places = places
    unsafe self.entries = entries
  }

  var count: Int { unsafe entries.count }

  /// The key of an entry.
  @inline(__always)
  func key(_ entry: Int) -> UInt32 { unsafe upperBits | keys[entry] }

  /// Where an entry lies on the timeline.
  @inline(__always)
  func place(_ entry: Int) -> UInt32 { unsafe places[entry] }

  mutating func dropKeys(below lowest: UInt32) {
    let first = unsafe entries.partitioningIndex { unsafe keys[$0] >= lowest }
    unsafe entries = first..<entries.upperBound
  }

  mutating func dropKeys(above highest: UInt32) {
    // Few keys lie in a range, so its end is near.
    var reach = 8
    while unsafe reach < entries.count, unsafe keys[entries.lowerBound + reach] <= highest {
      reach *= 2
    }
    let near = unsafe entries.prefix(reach + 1)
    let end = near.partitioningIndex { unsafe keys[$0] > highest }
    unsafe entries = entries.lowerBound..<end
  }
}
