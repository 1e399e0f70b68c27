/// A part of a catalog that does not change: references with their peaks, media items and postings, in
/// the form of ``CatalogFormat``.
///
/// Opening looks at the header and at where the sections lie. What is found further inside is checked
/// when it is used, so a file whose checksums match but whose content makes no sense is answered with
/// an error, too.
///
/// *Thread-safe*.
package final class CatalogSegment: Sendable {
  /// What the segment is read from.
  package let bytes: CatalogBytes
  /// The number of references.
  package let referenceCount: Int
  /// The number of postings.
  package let postingCount: Int
  /// The length of the timeline in frames.
  package let timelineLength: Int
  /// The lower bits of keys that the directory does not tell apart.
  let directoryShift: Int
  let keys: PackedColumn
  let places: PackedColumn
  private let sections: [Range<Int>]
  private let checksums: [UInt64]
  /// Of each run of ``CatalogFormat/gapInFrames`` frames the reference that its first frame lies in.
  let referencesOfRuns: [UInt32]

  /// Opens a segment.
  /// - Throws: ``RecognitionError`` with the code `customCatalogInvalid`.
  package init(_ bytes: CatalogBytes) throws(RecognitionError) {
    self.bytes = bytes
    guard bytes.frontLength >= CatalogFormat.tableEnd else {
      throw Self.isCatalog(bytes)
        ? .damagedCatalog("it ends within its header")
        : RecognitionError(
          .customCatalogInvalid, "This is no catalog: it does not begin with SOUNDCAT.")
    }
    guard Self.isCatalog(bytes) else {
      throw RecognitionError(
        .customCatalogInvalid, "This is no catalog: it does not begin with SOUNDCAT.")
    }
    let version: UInt32 = bytes.number(at: 8)
    guard version <= CatalogFormat.version else {
      throw RecognitionError(
        .customCatalogInvalid,
        "The catalog was written by a newer version of soundwatch (format \(version); this one reads "
          + "\(CatalogFormat.version)).")
    }
    guard try Self.headerChecksum(of: bytes) == bytes.number(at: 40) else {
      throw .damagedCatalog("the checksum of its header does not match")
    }
    let length: UInt64 = bytes.number(at: 24)
    guard length == UInt64(bytes.count) else {
      throw .damagedCatalog("it has \(bytes.count) bytes instead of \(length)")
    }
    let references: UInt32 = bytes.number(at: 12)
    let postings: UInt64 = bytes.number(at: 16)
    let timeline: UInt32 = bytes.number(at: 32)
    let widths: [UInt8] = [36, 37].map { bytes.number(at: $0) }
    directoryShift = Int(widths[0])
    guard 8...32 ~= widths[0], 1...32 ~= widths[1], postings <= UInt64(UInt32.max),
      references < UInt32.max
    else { throw .damagedCatalog("its header contradicts itself") }
    (referenceCount, postingCount) = (Int(references), Int(postings))
    timelineLength = Int(timeline)
    (sections, checksums) = try Self.sections(of: bytes)
    keys = PackedColumn(
      offset: sections[CatalogSection.keys.rawValue].lowerBound, bits: Int(widths[0]))
    places = PackedColumn(
      offset: sections[CatalogSection.places.rawValue].lowerBound, bits: Int(widths[1]))
    let expectedLengths: [(CatalogSection, Int)] = [
      (.references, ReferenceRecord.length * referenceCount),
      (.directory, 4 * (1 << (32 - directoryShift) + 1)),
      (.keys, keys.length(of: postingCount)),
      (.places, places.length(of: postingCount)),
    ]
    guard expectedLengths.allSatisfy({ [sections] in sections[$0.rawValue].count == $1 }),
      sections[CatalogSection.blocks.rawValue].count % 4 == 0,
      sections[CatalogSection.directory.rawValue].upperBound <= bytes.frontLength
    else { throw .damagedCatalog("its sections have impossible lengths") }
    referencesOfRuns = try Self.referencesOfRuns(
      bytes, records: sections[0], timelineLength: timelineLength)
  }

  /// Where a section lies.
  func range(of section: CatalogSection) -> Range<Int> { sections[section.rawValue] }

  /// How much of the file must be mapped for queries to find their way.
  package static func frontLength(ofFile descriptor: Int32) -> Int? {
    guard let header = try? CatalogBytes(mapping: descriptor, frontLength: CatalogFormat.tableEnd),
      header.frontLength == CatalogFormat.tableEnd, isCatalog(header),
      let (sections, _) = try? sections(of: header)
    else { return nil }
    return sections[CatalogSection.directory.rawValue].upperBound
  }

  /// Compares every section with its checksum.
  /// - Throws: ``RecognitionError`` with the code `customCatalogInvalid` that names the section.
  package func verifyChecksums() throws(RecognitionError) {
    for section in CatalogSection.allCases {
      var checksum = CatalogChecksum()
      var rest = range(of: section)
      while !rest.isEmpty {
        let piece = rest.prefix(bytes.frontLength == bytes.count ? rest.count : 1 << 20)
        unsafe try bytes.withBytes(piece) { unsafe checksum.update($0) }
        rest = piece.upperBound..<rest.upperBound
      }
      guard checksum.value == checksums[section.rawValue] else {
        throw .damagedCatalog("the checksum of its \(section) does not match")
      }
    }
  }

  private static func isCatalog(_ bytes: CatalogBytes) -> Bool {
    bytes.frontLength >= CatalogFormat.magic.count
      && CatalogFormat.magic.indices.allSatisfy {
        bytes.number(at: $0) == CatalogFormat.magic[$0]
      }
  }

  private static func headerChecksum(of bytes: CatalogBytes) throws(RecognitionError) -> UInt64 {
    var checksum = CatalogChecksum()
    unsafe try bytes.withBytes(0..<40) { unsafe checksum.update($0) }
    unsafe try bytes.withBytes(CatalogFormat.headerLength..<CatalogFormat.tableEnd) {
      unsafe checksum.update($0)
    }
    return checksum.value
  }

  /// Where the sections lie, one behind the other to the end of the file, and their checksums.
  private static func sections(
    of bytes: CatalogBytes
  ) throws(RecognitionError) -> ([Range<Int>], [UInt64]) {
    var end = CatalogFormat.tableEnd
    var ranges: [Range<Int>] = []
    var checksums: [UInt64] = []
    for section in CatalogSection.allCases {
      let entry = CatalogFormat.headerLength + section.rawValue * CatalogFormat.tableEntryLength
      let start: UInt64 = bytes.number(at: entry)
      let length: UInt64 = bytes.number(at: entry + 8)
      guard start == UInt64(end), length <= UInt64(bytes.count - end) else {
        throw .damagedCatalog("its sections have impossible lengths")
      }
      ranges.append(end..<end + Int(length))
      checksums.append(bytes.number(at: entry + 16))
      end += Int(length)
    }
    guard end == bytes.count else { throw .damagedCatalog("bytes follow its last section") }
    return (ranges, checksums)
  }

  /// Also makes sure that the references lie one behind the other on the timeline.
  private static func referencesOfRuns(
    _ bytes: CatalogBytes, records: Range<Int>, timelineLength: Int
  ) throws(RecognitionError) -> [UInt32] {
    let gap = CatalogFormat.gapInFrames
    var runs: [UInt32] = []
    var end = 0
    var number: UInt32 = 0
    for place in stride(
      from: records.lowerBound, to: records.upperBound, by: ReferenceRecord.length)
    {
      let first = Int(bytes.number(at: place + 16) as UInt32)
      let length = Int(bytes.number(at: place + 20) as UInt32)
      guard first == end, first + length + gap <= timelineLength else {
        throw .damagedCatalog("its references overlap")
      }
      end = first + length + gap
      // Each reference takes a run or more, so no two begin in the same one.
      while runs.count * gap < end { runs.append(number) }
      number += 1
    }
    guard end == timelineLength else { throw .damagedCatalog("its references end too early") }
    return runs
  }
}
