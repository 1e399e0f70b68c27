package import FoundationEssentials

/// Makes a segment of new references, in memory.
///
/// *Confined*.
package struct CatalogSegmentBuilder {
  private var references: [UInt8] = []
  private var blocks: [UInt8] = []
  private var items: [UInt8] = []
  private var peaks: [UInt8] = []
  private var postings = PostingSorter()
  private var timelineLength = 0
  /// The number of references so far.
  package private(set) var count = 0

  /// The number of postings so far.
  package var postingCount: Int { postings.count }

  package init() {}

  /// Takes a reference.
  /// - Parameters:
  ///   - signature: as ``Signature/asReference`` gives it.
  ///   - mediaItems: the archives of its media items.
  /// - Throws: ``RecognitionError`` when the segment is full.
  package mutating func add(
    id: UUID, signature: Signature, mediaItems: [Data]
  ) throws(RecognitionError) {
    let frameCount = signature.sampleCount / PeakGrid.hopLength + 1
    let length = frameCount + CatalogFormat.gapInFrames
    guard timelineLength + length <= Int(UInt32.max) else {
      throw RecognitionError(
        .customCatalogInvalid,
        "A catalog holds up to 19,000 hours of sound, and this is more; use several catalogs.")
    }
    let (records, blockStarts) = PeakBlock.records(of: signature.peaks)
    let archive = MediaItemArchive.bytes(of: mediaItems)
    let pairs = ReferencePairs.postings(of: signature, reference: 0)
    for posting in pairs {
      postings.append(key: posting.key.rawValue, place: UInt32(timelineLength) + posting.frame)
    }
    ReferenceRecord(
      id: id.bits, firstFrame: UInt32(timelineLength), frameCount: UInt32(frameCount),
      sampleCount: UInt64(signature.sampleCount), firstPeakRecord: UInt64(peaks.count / 3),
      itemsOffset: UInt64(items.count), itemsLength: UInt32(archive.count),
      peakRecordCount: UInt32(records.count / 3), firstBlock: UInt32(blocks.count / 4),
      blockCount: UInt32(blockStarts.count), postingCount: UInt32(pairs.count)
    ).append(to: &references)
    for start in blockStarts { blocks.append(littleEndian: start) }
    items += archive
    peaks += records
    timelineLength += length
    count += 1
  }

  /// The segment as bytes.
  package consuming func bytes() throws(RecognitionError) -> [UInt8] {
    let header = try CatalogSegmentHeader(
      referenceCount: count, postingCount: postings.count, timelineLength: timelineLength,
      blockCount: blocks.count / 4, itemsLength: items.count, peakRecordCount: peaks.count / 3)
    postings.sort(keyBits: 32)
    var columns = PostingColumns(header)
    postings.forEach { columns.append(key: $0, place: $1) }
    columns.finish()
    let sections = [
      references, blocks, columns.directory, items, peaks, columns.keys.bytes, columns.places.bytes,
    ]
    var bytes = header.bytes(checksums: sections.map(CatalogChecksum.of))
    bytes.reserveCapacity(header.fileLength)
    for section in sections { bytes += section }
    return bytes
  }
}

/// Turns sorted postings into the bytes of a segment's directory and columns.
struct PostingColumns {
  private let header: CatalogSegmentHeader
  var directory: [UInt8] = []
  var keys: BitPacker
  var places: BitPacker
  /// How many postings were taken since the columns were emptied.
  private(set) var count = 0
  private var total: UInt32 = 0
  private var bucket = -1

  init(_ header: CatalogSegmentHeader) {
    self.header = header
    keys = BitPacker(bits: header.directoryShift)
    places = BitPacker(bits: header.placeBits)
  }

  /// Takes the next posting in the order of keys.
  mutating func append(key: UInt32, place: UInt32) {
    let bucket = Int(key >> UInt32(header.directoryShift))
    while self.bucket < bucket {
      directory.append(littleEndian: total)
      self.bucket += 1
    }
    keys.append(key)
    places.append(place)
    count += 1
    total += 1
  }

  /// Empties the columns, to be filled with what comes next.
  mutating func removeAll() {
    directory.removeAll(keepingCapacity: true)
    keys.removeAll()
    places.removeAll()
    count = 0
  }

  /// Completes the directory and the columns.
  mutating func finish() {
    while bucket < header.bucketCount {
      directory.append(littleEndian: total)
      bucket += 1
    }
    keys.finish()
    places.finish()
  }
}
