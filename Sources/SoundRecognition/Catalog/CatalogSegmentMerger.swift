/// Makes one segment of several, without what was removed from them.
///
/// The postings of each segment are sorted already, so they are merged range by range of keys, and the
/// memory that takes does not grow with the catalog.
///
/// *Confined*.
package struct CatalogSegmentMerger {
  /// A reference that is kept.
  private struct Kept {
    var part: Int
    var record: ReferenceRecord
    /// Where the reference begins on the new timeline.
    var firstFrame: UInt32
  }

  private let parts: [SegmentedIndex.Part]
  private var kept: [Kept] = []
  /// Of each part and reference how far it moves on the timeline; `nil` for those that are left out.
  private var moves: [[UInt32?]] = []
  private let header: CatalogSegmentHeader

  /// The length of the segment in bytes.
  package var length: Int { header.fileLength }

  /// - Throws: ``RecognitionError`` when it is too much for one segment, or one of them is damaged.
  package init(_ parts: [SegmentedIndex.Part]) throws(RecognitionError) {
    self.parts = parts
    var (timeline, postings, blocks, items, peaks) = (0, 0, 0, 0, 0)
    for (number, part) in parts.enumerated() {
      let before = (postings, blocks, items, peaks)
      var moves: [UInt32?] = []
      moves.reserveCapacity(part.segment.referenceCount)
      for reference in 0..<ReferenceNumber(part.segment.referenceCount) {
        guard !part.removed.contains(reference) else {
          moves.append(nil)
          continue
        }
        let record = part.segment.record(of: reference)
        let firstFrame = UInt32(truncatingIfNeeded: timeline)
        moves.append(firstFrame &- record.firstFrame)
        kept.append(Kept(part: number, record: record, firstFrame: firstFrame))
        timeline += Int(record.frameCount) + CatalogFormat.gapInFrames
        postings += Int(record.postingCount)
        blocks += Int(record.blockCount)
        items += Int(record.itemsLength)
        peaks += Int(record.peakRecordCount)
      }
      self.moves.append(moves)
      // Room is made for as much as the references say they have.
      let segment = part.segment
      guard postings - before.0 <= segment.postingCount,
        4 * (blocks - before.1) <= segment.range(of: .blocks).count,
        items - before.2 <= segment.range(of: .items).count,
        3 * (peaks - before.3) <= segment.range(of: .peaks).count
      else { throw .damagedCatalog("its references have more than there is") }
    }
    header = try CatalogSegmentHeader(
      referenceCount: kept.count, postingCount: postings, timelineLength: timeline,
      blockCount: blocks, itemsLength: items, peakRecordCount: peaks)
  }

  /// The merged segment in memory.
  package func bytes() throws(RecognitionError) -> [UInt8] {
    var sink = MemorySink(length: length)
    try write(to: &sink)
    return sink.bytes
  }

  /// Writes the merged segment to an empty file that is open for writing.
  package func write(toFile descriptor: Int32) throws(RecognitionError) {
    var sink = FileSink(descriptor)
    try write(to: &sink)
  }

  private func write(to sink: inout some SegmentSink) throws(RecognitionError) {
    var checksums = [UInt64](repeating: 0, count: CatalogSection.allCases.count)
    checksums[CatalogSection.references.rawValue] = try writeReferences(to: &sink)
    for section in [CatalogSection.blocks, .items, .peaks] {
      checksums[section.rawValue] = try copy(section, to: &sink)
    }
    try writePostings(to: &sink, checksums: &checksums)
    try sink.write(header.bytes(checksums: checksums), at: 0)
  }

  private func writeReferences(to sink: inout some SegmentSink) throws(RecognitionError) -> UInt64 {
    var writer = SectionWriter(at: header.offset(of: .references))
    var (firstBlock, items, peaks) = (UInt32(0), UInt64(0), UInt64(0))
    for kept in kept {
      var record = kept.record
      record.firstFrame = kept.firstFrame
      record.firstBlock = firstBlock
      record.itemsOffset = items
      record.firstPeakRecord = peaks
      firstBlock += record.blockCount
      items += UInt64(record.itemsLength)
      peaks += UInt64(record.peakRecordCount)
      var bytes: [UInt8] = []
      record.append(to: &bytes)
      try writer.append(bytes, to: &sink)
    }
    return try writer.finish(to: &sink)
  }

  /// Copies what references have in a section as it is.
  private func copy(
    _ section: CatalogSection, to sink: inout some SegmentSink
  ) throws(RecognitionError) -> UInt64 {
    var writer = SectionWriter(at: header.offset(of: section))
    for kept in kept {
      let record = kept.record
      let (start, length): (UInt64, UInt64) =
        switch section {
        case .blocks: (4 * UInt64(record.firstBlock), 4 * UInt64(record.blockCount))
        case .items: (record.itemsOffset, UInt64(record.itemsLength))
        default: (record.firstPeakRecord &* 3, 3 * UInt64(record.peakRecordCount))
        }
      let segment = parts[kept.part].segment
      let range = segment.range(of: section)
      guard start <= UInt64(range.count), length <= UInt64(range.count) - start else {
        throw .damagedCatalog("a reference's \(section) lie outside of it")
      }
      let first = range.lowerBound + Int(start)
      let bytes = unsafe try segment.bytes.withBytes(first..<first + Int(length)) {
        (bytes) throws(RecognitionError) in unsafe Array(bytes)
      }
      try writer.append(bytes, to: &sink)
    }
    return try writer.finish(to: &sink)
  }

  private func writePostings(
    to sink: inout some SegmentSink, checksums: inout [UInt64]
  ) throws(RecognitionError) {
    var columns = PostingColumns(header)
    var writers = [CatalogSection.directory, .keys, .places].map {
      SectionWriter(at: header.offset(of: $0))
    }
    func flush() throws(RecognitionError) {
      try writers[0].append(columns.directory, to: &sink)
      try writers[1].append(columns.keys.bytes, to: &sink)
      try writers[2].append(columns.places.bytes, to: &sink)
      columns.removeAll()
    }
    var sorter = PostingSorter()
    var written = 0
    // Up to here, sorting everything at once is quicker than going from range to range.
    let rangeBits = header.postingCount <= 1 << 20 ? 32 : 16
    for range in 0..<1 << (32 - rangeBits) {
      let lowest = UInt32(range << rangeBits)
      let keys = lowest...(lowest + UInt32(truncatingIfNeeded: 1 << rangeBits - 1))
      sorter.removeAll()
      for (part, moves) in zip(parts, moves) {
        try part.segment.forEachPosting(in: keys) { key, place, reference in
          if let move = moves[Int(reference)] { sorter.append(key: key, place: place &+ move) }
        }
      }
      sorter.sort(keyBits: rangeBits)
      written += sorter.count
      guard written <= header.postingCount else { break }
      sorter.forEach { columns.append(key: $0, place: $1) }
      if columns.count >= 1 << 16 { try flush() }
    }
    guard written == header.postingCount else {
      throw .damagedCatalog("its references do not have the postings that they should")
    }
    columns.finish()
    try flush()
    checksums[CatalogSection.directory.rawValue] = try writers[0].finish(to: &sink)
    checksums[CatalogSection.keys.rawValue] = try writers[1].finish(to: &sink)
    checksums[CatalogSection.places.rawValue] = try writers[2].finish(to: &sink)
  }
}
