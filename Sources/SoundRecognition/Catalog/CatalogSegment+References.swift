package import FoundationEssentials

/// What a segment knows about its references.
extension CatalogSegment {
  /// What the file says about a reference.
  func record(of reference: ReferenceNumber) -> ReferenceRecord {
    precondition(reference < referenceCount)
    return ReferenceRecord(
      bytes, at: range(of: .references).lowerBound + Int(reference) * ReferenceRecord.length)
  }

  /// Tells a reference from all others in the world.
  package func id(of reference: ReferenceNumber) -> UUID {
    let id = record(of: reference).id
    return UUID(highBits: id.0, lowBits: id.1)
  }

  /// The numbers of the references with some identities. All are looked at: two milliseconds for a
  /// hundred thousand.
  package func references(withIDs ids: Set<UUID>) -> [ReferenceNumber] {
    let wanted = Set(ids.map { $0.bits.1 })
    let start = range(of: .references).lowerBound + 8
    return (0..<ReferenceNumber(referenceCount)).filter { number in
      let low: UInt64 = bytes.number(at: start + Int(number) * ReferenceRecord.length)
      return wanted.contains(low) && ids.contains(id(of: number))
    }
  }

  /// The length of a reference in seconds.
  package func duration(of reference: ReferenceNumber) -> TimeInterval {
    let samples = min(record(of: reference).sampleCount, UInt64(Signature.maximumSampleCount))
    return Double(samples) / Double(PeakGrid.sampleRate)
  }

  /// The thinned signature of a reference, as it was when it was added.
  package func signature(of reference: ReferenceNumber) throws(RecognitionError) -> Signature {
    let record = record(of: reference)
    guard record.sampleCount <= UInt64(Signature.maximumSampleCount) else {
      throw .damagedCatalog("a reference has an impossible length")
    }
    return Signature(
      peaks: try peaks(of: reference, in: 0..<Int32.max), sampleCount: Int(record.sampleCount))
  }

  /// The archives of a reference's media items.
  package func mediaItems(of reference: ReferenceNumber) throws(RecognitionError) -> [Data] {
    let record = record(of: reference)
    let section = range(of: .items)
    guard record.itemsOffset <= UInt64(section.count),
      UInt64(record.itemsLength) <= UInt64(section.count) - record.itemsOffset
    else { throw .damagedCatalog("media items lie outside of it") }
    let start = section.lowerBound + Int(record.itemsOffset)
    let archive = unsafe try bytes.withBytes(start..<start + Int(record.itemsLength)) {
      (bytes) throws(RecognitionError) in unsafe Array(bytes)
    }
    return try MediaItemArchive.items(in: archive)
  }

  /// The reference that a frame of the timeline lies in or behind, and the frame counted from the
  /// reference's start.
  @inline(__always)
  func position(ofFrame frame: UInt32) -> (reference: ReferenceNumber, frame: UInt32) {
    var reference = referencesOfRuns[Int(frame) / CatalogFormat.gapInFrames]
    var first = firstFrame(of: reference)
    if Int(reference) + 1 < referenceCount {
      let next = firstFrame(of: reference + 1)
      if next <= frame { (reference, first) = (reference + 1, next) }
    }
    return (reference, frame &- first)
  }

  @inline(__always)
  func firstFrame(of reference: ReferenceNumber) -> UInt32 {
    bytes.number(
      at: range(of: .references).lowerBound + Int(reference) * ReferenceRecord.length + 16)
  }

  /// The stored peaks of a reference in a range of milliseconds, by time.
  package func peaks(
    of reference: ReferenceNumber, in times: Range<Int32>
  ) throws(RecognitionError) -> [SpectralPeak] {
    let record = record(of: reference)
    let blockCount = Int(record.blockCount)
    let duration = CatalogFormat.blockDuration
    let blocks = range(of: .blocks)
    guard Int(record.firstBlock) + blockCount <= blocks.count / 4,
      blockCount <= Int(Int32.max / duration)
    else { throw .damagedCatalog("peaks lie outside of it") }
    let first = max(0, Int(times.lowerBound / duration))
    let end = min(blockCount, Int((max(times.upperBound, 0) - 1) / duration) + 1)
    guard first < end, !times.isEmpty else { return [] }
    // Where each block begins; the last one ends with the reference.
    let starts = (first...end).map { block in
      block == blockCount
        ? record.peakRecordCount
        : bytes.number(at: blocks.lowerBound + 4 * (Int(record.firstBlock) + block))
    }
    let section = range(of: .peaks)
    guard let last = starts.last, zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 }),
      last <= record.peakRecordCount,
      record.firstPeakRecord <= UInt64(section.count / 3),
      UInt64(last) <= UInt64(section.count / 3) - record.firstPeakRecord
    else { throw .damagedCatalog("peaks lie outside of it") }
    let offset = section.lowerBound + 3 * Int(record.firstPeakRecord)
    return unsafe try bytes.withBytes(offset + 3 * Int(starts[0])..<offset + 3 * Int(last)) {
      (bytes) throws(RecognitionError) in
      var peaks: [SpectralPeak] = []
      peaks.reserveCapacity(bytes.count / 3)
      for (block, (start, end)) in zip(starts, starts.dropFirst()).enumerated() {
        let records = Int(start - starts[0])..<Int(end - starts[0])
        try unsafe PeakBlock.append(
          bytes, records: records, time: Int32(first + block) * duration, in: times, to: &peaks)
      }
      return peaks
    }
  }
}

extension UUID {
  init(highBits: UInt64, lowBits: UInt64) {
    var uuid = uuid_t(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    unsafe withUnsafeMutableBytes(of: &uuid) { bytes in
      unsafe bytes.storeBytes(of: highBits.bigEndian, as: UInt64.self)
      unsafe bytes.storeBytes(of: lowBits.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    self.init(uuid: uuid)
  }

  /// The identity as two numbers.
  var bits: (UInt64, UInt64) {
    unsafe withUnsafeBytes(of: uuid) { bytes in
      unsafe (
        UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
  }
}
