public import FoundationEssentials

/// The bytes of a signature.
///
/// | bytes | what |
/// |---|---|
/// | 0...7 | `SOUNDSIG` |
/// | 8...11 | version of the format, 1 |
/// | 12...15 | CRC-32 of all other bytes |
/// | 16...23 | length of the sound in samples at 16 kHz |
/// | 24...27 | number of records |
/// | 28... | records of three bytes |
///
/// All numbers are little-endian. The bits of a record, from the top:
///
/// | bits | what |
/// |---|---|
/// | 7 | milliseconds since the record before, 0 to 126 |
/// | 3 | rank of the peak |
/// | 14 | frequency of the peak in sixteenths of 7.8125 Hz |
///
/// With 127 in the upper seven bits, a record is no peak but a pause of `n + 1` times 127 milliseconds,
/// where `n` is the number in its other 17 bits. There is one way to write a signature.
extension Signature {
  private static let magic = Array("SOUNDSIG".utf8)
  private static let formatVersion: UInt32 = 1
  private static let headerLength = 28
  private static let pauseUnit = 127
  private static let longestPause = 1 << 17

  /// Reads a signature from its bytes. Nothing in them is believed before it is checked.
  /// - Throws: ``RecognitionError`` with the code `signatureInvalid` when the bytes are damaged, of
  ///   another kind or of a newer version.
  public init(dataRepresentation: Data) throws(RecognitionError) {
    try self.init(bytes: Array(dataRepresentation))
  }

  /// The signature as bytes, of about 400 a second. They are the same on every machine.
  public var dataRepresentation: Data { Data(bytes) }

  private init(bytes: [UInt8]) throws(RecognitionError) {
    guard bytes.count >= Self.headerLength, bytes.starts(with: Self.magic) else {
      throw .damaged("The bytes are not a signature: they do not begin with SOUNDSIG.")
    }
    let version = UInt32(littleEndianBytes: bytes[8..<12])
    guard version == Self.formatVersion else {
      throw .damaged(
        "The signature has version \(version); this version of soundwatch reads version 1.")
    }
    guard Self.checksum(of: bytes) == UInt32(littleEndianBytes: bytes[12..<16]) else {
      throw .damaged("The signature is damaged: its checksum does not match its content.")
    }
    let sampleCount = UInt64(littleEndianBytes: bytes[16..<24])
    let recordCount = Int(UInt32(littleEndianBytes: bytes[24..<28]))
    guard sampleCount <= UInt64(Self.maximumSampleCount),
      bytes.count - Self.headerLength == 3 * recordCount
    else { throw .damaged("The signature is damaged: its header gives impossible lengths.") }
    self.init(
      peaks: try Self.decode(bytes[Self.headerLength...], sampleCount: Int(sampleCount)),
      sampleCount: Int(sampleCount))
  }

  private static func decode(
    _ records: ArraySlice<UInt8>, sampleCount: Int
  ) throws(RecognitionError) -> [SpectralPeak] {
    var peaks: [SpectralPeak] = []
    peaks.reserveCapacity(records.count / 3)
    let end = (sampleCount * 1000 + PeakGrid.sampleRate - 1) / PeakGrid.sampleRate
    let frequencies = PeakGrid.frequencies
    var time = 0
    var pause = 0
    for place in stride(from: records.startIndex, to: records.endIndex, by: 3) {
      let record =
        Int(records[place]) | Int(records[place + 1]) << 8 | Int(records[place + 2]) << 16
      let (advance, rest) = (record >> 17, record & 0x1ffff)
      if advance == pauseUnit {
        // Two pauses in a row are written only where one is too short.
        guard pause == 0 || pause == longestPause * pauseUnit else { throw .contradictory }
        pause = (rest + 1) * pauseUnit
        time += pause
        guard time <= end else { throw .contradictory }
        continue
      }
      time += advance
      pause = 0
      let peak = SpectralPeak(
        time: Int32(truncatingIfNeeded: time), frequency: UInt16(rest & 0x3fff),
        rank: UInt8(rest >> 14))
      guard time <= end, frequencies.contains(Int(peak.frequency)),
        peaks.last.map({ ($0.time, $0.frequency) < (peak.time, peak.frequency) }) ?? true
      else { throw .contradictory }
      peaks.append(peak)
    }
    guard pause == 0 else { throw .contradictory }
    return peaks
  }

  private var bytes: [UInt8] {
    var records: [UInt8] = []
    records.reserveCapacity(3 * peaks.count)
    func append(_ record: Int) {
      for shift in [0, 8, 16] { records.append(UInt8(truncatingIfNeeded: record >> shift)) }
    }
    var time = 0
    for peak in peaks {
      var advance = Int(peak.time) - time
      while advance >= Self.pauseUnit {
        let pause = min(advance / Self.pauseUnit, Self.longestPause)
        append(Self.pauseUnit << 17 | (pause - 1))
        advance -= pause * Self.pauseUnit
      }
      append(advance << 17 | Int(peak.rank) << 14 | Int(peak.frequency))
      time = Int(peak.time)
    }
    var bytes = Self.magic
    bytes.append(littleEndian: Self.formatVersion)
    bytes.append(littleEndian: UInt32(0))
    bytes.append(littleEndian: UInt64(sampleCount))
    bytes.append(littleEndian: UInt32(records.count / 3))
    bytes += records
    var checksum: [UInt8] = []
    checksum.append(littleEndian: Self.checksum(of: bytes))
    bytes.replaceSubrange(12..<16, with: checksum)
    return bytes
  }

  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    var checksum = CRC32()
    checksum.update(bytes[..<12])
    checksum.update(bytes[16...])
    return checksum.value
  }
}

extension RecognitionError {
  fileprivate static func damaged(_ message: String) -> RecognitionError {
    RecognitionError(.signatureInvalid, message)
  }

  fileprivate static var contradictory: RecognitionError {
    .damaged("The signature is damaged: its peaks contradict one another.")
  }
}
