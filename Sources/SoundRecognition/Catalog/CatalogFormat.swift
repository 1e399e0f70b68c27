/// How a catalog lies in its file: a `.swcatalog`, or a segment of a catalog on disk.
///
/// The file is written once and never changed, so that it can be mapped into memory and shared. All
/// numbers are little-endian, and every byte is covered by a checksum (XXH64).
///
/// | bytes | what |
/// |---|---|
/// | 0...7 | `SOUNDCAT` |
/// | 8...11 | version of the format, 1 |
/// | 12...15 | number of references |
/// | 16...23 | number of postings |
/// | 24...31 | length of the file |
/// | 32...35 | length of the timeline in frames |
/// | 36 | lower bits of a key that the directory does not tell apart, which the postings keep: 8...32 |
/// | 37 | bits of a place on the timeline: 1...32 |
/// | 38...39 | 0 |
/// | 40...47 | checksum of bytes 0...39 and of the table |
/// | 48... | the table: of each section where it begins, its length and its checksum |
///
/// The references lie one behind the other on one *timeline*, with a gap of ``gapInFrames`` after each,
/// so that a posting is the rest of its key and a single number: where on the timeline its first peak
/// lies. Keys and places are kept in two columns, in the order of the keys, each number in as many bits
/// as it needs (``PackedColumn``).
package enum CatalogFormat {
  static let magic = Array("SOUNDCAT".utf8)
  static let version: UInt32 = 1
  static let headerLength = 48
  static let tableEntryLength = 24
  static var tableEnd: Int { headerLength + CatalogSection.allCases.count * tableEntryLength }

  /// A query's start is looked for up to its own length before a reference, and must not be taken for
  /// a place in the reference before it. Also, no two references begin in the same run of so many
  /// frames, which makes finding the reference of a frame a look-up.
  static let gapInFrames = 2048

  /// Peaks are found again from the start of a block of so many milliseconds on.
  static let blockDuration: Int32 = 8192
  /// A peak's advance in milliseconds that says: this is no peak but a pause.
  static let pauseMark = 255

  /// How finely the directory tells keys apart: an entry for about every 16 postings, up to one for each
  /// pair of frequency distance, time distance and half unit of frequency. Twice as many entries would
  /// save the postings a bit each and take as much room themselves.
  static func directoryShift(postingCount: Int) -> Int {
    let entriesLog2 = Int.bitWidth - 1 - max(1, postingCount / 16).leadingZeroBitCount
    return max(32 - entriesLog2, 8)
  }

  /// How many bits the places on a timeline need.
  static func placeBits(timelineLength: Int) -> Int {
    max(1, Int.bitWidth - max(0, timelineLength - 1).leadingZeroBitCount)
  }
}

/// The parts of a catalog's file, in the order in which they lie there: first what every query needs.
enum CatalogSection: Int, CaseIterable {
  /// Of each reference a ``ReferenceRecord``.
  case references
  /// Of each block of peaks the number of its first record, counted from its reference's first.
  case blocks
  /// Of each value of the upper bits of keys the number of its first posting, and the number of all.
  case directory
  /// Of each reference the number of its media items, and of each item its length and its bytes.
  case items
  /// Records of three bytes: 14 bits of frequency, 2 bits of rank, 8 bits of milliseconds since the
  /// record before or the start of the block. With 255 in these, the record is a pause of as many
  /// milliseconds as its other bits say.
  case peaks
  /// The lower bits of each posting's key.
  case keys
  /// Where on the timeline each posting's first peak lies.
  case places
}

/// What a catalog's file says about a reference: 72 bytes.
struct ReferenceRecord {
  static let length = 72

  /// Tells the reference from all others in the world.
  var id: (UInt64, UInt64)
  /// Where the reference begins on the timeline.
  var firstFrame: UInt32
  /// The length on the timeline, without the gap.
  var frameCount: UInt32
  /// The length of the sound in samples at ``PeakGrid/sampleRate``.
  var sampleCount: UInt64
  var firstPeakRecord: UInt64
  var itemsOffset: UInt64
  var itemsLength: UInt32
  var peakRecordCount: UInt32
  var firstBlock: UInt32
  var blockCount: UInt32
  var postingCount: UInt32
  /// 0 in this version.
  var reserved: UInt32 = 0

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: id.0)
    bytes.append(littleEndian: id.1)
    bytes.append(littleEndian: firstFrame)
    bytes.append(littleEndian: frameCount)
    bytes.append(littleEndian: sampleCount)
    bytes.append(littleEndian: firstPeakRecord)
    bytes.append(littleEndian: itemsOffset)
    bytes.append(littleEndian: itemsLength)
    bytes.append(littleEndian: peakRecordCount)
    bytes.append(littleEndian: firstBlock)
    bytes.append(littleEndian: blockCount)
    bytes.append(littleEndian: postingCount)
    bytes.append(littleEndian: reserved)
  }

  init(
    id: (UInt64, UInt64), firstFrame: UInt32, frameCount: UInt32, sampleCount: UInt64,
    firstPeakRecord: UInt64, itemsOffset: UInt64, itemsLength: UInt32, peakRecordCount: UInt32,
    firstBlock: UInt32, blockCount: UInt32, postingCount: UInt32
  ) {
    self.id = id
    self.firstFrame = firstFrame
    self.frameCount = frameCount
    self.sampleCount = sampleCount
    self.firstPeakRecord = firstPeakRecord
    self.itemsOffset = itemsOffset
    self.itemsLength = itemsLength
    self.peakRecordCount = peakRecordCount
    self.firstBlock = firstBlock
    self.blockCount = blockCount
    self.postingCount = postingCount
  }

  /// Reads the record at a place that is known to lie within the bytes.
  init(_ bytes: CatalogBytes, at offset: Int) {
    id = (bytes.number(at: offset), bytes.number(at: offset + 8))
    firstFrame = bytes.number(at: offset + 16)
    frameCount = bytes.number(at: offset + 20)
    sampleCount = bytes.number(at: offset + 24)
    firstPeakRecord = bytes.number(at: offset + 32)
    itemsOffset = bytes.number(at: offset + 40)
    itemsLength = bytes.number(at: offset + 48)
    peakRecordCount = bytes.number(at: offset + 52)
    firstBlock = bytes.number(at: offset + 56)
    blockCount = bytes.number(at: offset + 60)
    postingCount = bytes.number(at: offset + 64)
    reserved = bytes.number(at: offset + 68)
  }
}
