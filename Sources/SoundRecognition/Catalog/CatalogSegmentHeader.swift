/// The front of a segment's file, and where its sections lie.
struct CatalogSegmentHeader {
  let referenceCount: Int
  let postingCount: Int
  let timelineLength: Int
  let sectionLengths: [Int]

  var directoryShift: Int { CatalogFormat.directoryShift(postingCount: postingCount) }
  var placeBits: Int { CatalogFormat.placeBits(timelineLength: timelineLength) }
  /// The number of entries of the directory, without the last.
  var bucketCount: Int { 1 << (32 - directoryShift) }
  var fileLength: Int { sectionLengths.reduce(CatalogFormat.tableEnd, +) }

  /// Plans a segment.
  /// - Throws: ``RecognitionError`` when one segment cannot hold so much.
  init(
    referenceCount: Int, postingCount: Int, timelineLength: Int, blockCount: Int, itemsLength: Int,
    peakRecordCount: Int
  ) throws(RecognitionError) {
    guard postingCount <= Int(UInt32.max), timelineLength <= Int(UInt32.max),
      blockCount <= Int(UInt32.max)
    else {
      throw RecognitionError(
        .customCatalogInvalid,
        "A catalog holds up to 19,000 hours of sound, and this is more; use several catalogs.")
    }
    self.referenceCount = referenceCount
    self.postingCount = postingCount
    self.timelineLength = timelineLength
    let shift = CatalogFormat.directoryShift(postingCount: postingCount)
    sectionLengths = CatalogSection.allCases.map { section in
      switch section {
      case .references: ReferenceRecord.length * referenceCount
      case .blocks: 4 * blockCount
      case .directory: 4 * (1 << (32 - shift) + 1)
      case .items: itemsLength
      case .peaks: 3 * peakRecordCount
      case .keys: PackedColumn.length(of: postingCount, bits: shift)
      case .places:
        PackedColumn.length(
          of: postingCount, bits: CatalogFormat.placeBits(timelineLength: timelineLength))
      }
    }
  }

  func offset(of section: CatalogSection) -> Int {
    sectionLengths[..<section.rawValue].reduce(CatalogFormat.tableEnd, +)
  }

  func bytes(checksums: [UInt64]) -> [UInt8] {
    var front = CatalogFormat.magic
    front.append(littleEndian: CatalogFormat.version)
    front.append(littleEndian: UInt32(referenceCount))
    front.append(littleEndian: UInt64(postingCount))
    front.append(littleEndian: UInt64(fileLength))
    front.append(littleEndian: UInt32(timelineLength))
    front += [UInt8(directoryShift), UInt8(placeBits), 0, 0]
    var table: [UInt8] = []
    for section in CatalogSection.allCases {
      table.append(littleEndian: UInt64(offset(of: section)))
      table.append(littleEndian: UInt64(sectionLengths[section.rawValue]))
      table.append(littleEndian: checksums[section.rawValue])
    }
    let checksum = CatalogChecksum.of(front + table)
    front.append(littleEndian: checksum)
    return front + table
  }
}
