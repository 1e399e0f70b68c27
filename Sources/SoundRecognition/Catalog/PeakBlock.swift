/// Peaks as records of three bytes, in blocks from whose start on they can be read
/// (``CatalogSection/peaks``).
enum PeakBlock {
  /// The records of a reference's peaks and where each block begins in them.
  static func records(of peaks: [SpectralPeak]) -> (bytes: [UInt8], blocks: [UInt32]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * peaks.count)
    var blocks: [UInt32] = []
    var time: Int32 = 0
    func append(advance: Int, _ rest: Int) {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      bytes.append(UInt8(truncatingIfNeeded: rest >> 8))
      bytes.append(UInt8(truncatingIfNeeded: advance))
    }
    for peak in peaks {
      while blocks.count <= Int(peak.time / CatalogFormat.blockDuration) {
        time = Int32(blocks.count) * CatalogFormat.blockDuration
        blocks.append(UInt32(bytes.count / 3))
      }
      var advance = Int(peak.time - time)
      if advance >= CatalogFormat.pauseMark {
        append(advance: CatalogFormat.pauseMark, advance)
        advance = 0
      }
      append(advance: advance, Int(peak.rank) << 14 | Int(peak.frequency))
      time = peak.time
    }
    return (bytes, blocks)
  }

  /// Reads the records of a block and keeps the peaks of a range of times.
  /// - Parameters:
  ///   - bytes: records, of which those in `records` belong to the block.
  ///   - time: when the block begins.
  static func append(
    _ bytes: UnsafeRawBufferPointer, records: Range<Int>, time: Int32, in times: Range<Int32>,
    to peaks: inout [SpectralPeak]
  ) throws(RecognitionError) {
    precondition(3 * records.upperBound <= bytes.count)
    let end = time + CatalogFormat.blockDuration
    var time = time
    for record in records {
      let rest = unsafe UInt16(bytes[3 * record]) | UInt16(bytes[3 * record + 1]) << 8
      let advance = unsafe Int32(bytes[3 * record + 2])
      guard advance != CatalogFormat.pauseMark else {
        time += Int32(rest)
        continue
      }
      time += advance
      let peak = SpectralPeak(time: time, frequency: rest & 0x3fff, rank: UInt8(rest >> 14))
      guard time < end, PeakGrid.frequencies.contains(Int(peak.frequency)) else {
        throw .damagedCatalog("its peaks contradict one another")
      }
      if times.contains(time) { peaks.append(peak) }
    }
  }
}
