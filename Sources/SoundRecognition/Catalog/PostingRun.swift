/// Postings of one bucket: a piece of a segment's columns. Valid only where it was lent.
@unsafe struct PostingRun {
  private let keys: UnsafeRawBufferPointer
  private let places: UnsafeRawBufferPointer
  private let keyBytes: Int
  private let placeBytes: Int
  /// Which of the columns' entries belong to the run.
  var entries: Range<Int>
  /// What the keys of the bucket have in common.
  var upperBits: UInt32

  init(
    keys: UnsafeRawBufferPointer, places: UnsafeRawBufferPointer, entries: Range<Int>,
    keyBytes: Int, placeBytes: Int, upperBits: UInt32
  ) {
    precondition(entries.upperBound * keyBytes <= keys.count)
    precondition(entries.upperBound * placeBytes <= places.count)
    unsafe self.keys = keys
    unsafe self.places = places
    unsafe self.entries = entries
    unsafe self.keyBytes = keyBytes
    unsafe self.placeBytes = placeBytes
    unsafe self.upperBits = upperBits
  }

  var count: Int { unsafe entries.count }

  /// The key of an entry.
  @inline(__always)
  func key(_ entry: Int) -> UInt32 { unsafe upperBits | lowerBits(entry) }

  /// Where an entry lies on the timeline.
  @inline(__always)
  func place(_ entry: Int) -> UInt32 {
    if unsafe placeBytes == 4 {
      return unsafe UInt32(
        littleEndian: places.loadUnaligned(fromByteOffset: 4 * entry, as: UInt32.self))
    }
    let offset = 3 * entry
    return unsafe UInt32(places[offset]) | UInt32(places[offset + 1]) << 8
      | UInt32(places[offset + 2]) << 16
  }

  @inline(__always)
  private func lowerBits(_ entry: Int) -> UInt32 {
    switch unsafe keyBytes {
    case 1: unsafe UInt32(keys[entry])
    case 2:
      unsafe UInt32(
        UInt16(littleEndian: keys.loadUnaligned(fromByteOffset: 2 * entry, as: UInt16.self)))
    default:
      unsafe UInt32(littleEndian: keys.loadUnaligned(fromByteOffset: 4 * entry, as: UInt32.self))
    }
  }

  mutating func dropKeys(below lowest: UInt32) {
    let first = unsafe entries.partitioningIndex { unsafe lowerBits($0) >= lowest }
    unsafe entries = first..<entries.upperBound
  }

  mutating func dropKeys(above highest: UInt32) {
    // Few keys lie in a range, so its end is near.
    var reach = 8
    while unsafe reach < entries.count, unsafe lowerBits(entries.lowerBound + reach) <= highest {
      reach *= 2
    }
    let near = unsafe entries.prefix(reach + 1)
    let end = near.partitioningIndex { unsafe lowerBits($0) > highest }
    unsafe entries = entries.lowerBound..<end
  }

  /// Takes some entries from the front.
  mutating func removeFirst(_ limit: Int) -> PostingRun {
    var piece = unsafe self
    unsafe piece.entries = entries.prefix(limit)
    unsafe entries = piece.entries.upperBound..<entries.upperBound
    return unsafe piece
  }
}
