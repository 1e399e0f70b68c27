import SoundSignal

/// The bytes in front of the samples of a WAV file, for any length of the samples.
///
/// The head has the same length whatever it says, so it can be written again while a file grows. Up to
/// four gigabytes it is a plain RIFF head with an unused chunk in it; beyond that the chunk becomes the
/// `ds64` chunk of an RF64 head, as EBU Tech 3306 proposes.
///
/// *Thread-safe*: a value.
struct WAVEHead: Sendable {
  private let format: PCMFormat

  /// Makes the head of files that store samples of a format; planar samples are stored interleaved.
  init(_ format: PCMFormat) { self.format = format }

  /// How many bytes the head has.
  var byteCount: Int { bytes(dataByteCount: 0).count }

  /// The head of a file with so many bytes of samples.
  /// - Parameter isPadded: whether an odd number of bytes is followed by one of padding.
  func bytes(dataByteCount: Int64, isPadded: Bool = false) -> [UInt8] {
    let frameCount = UInt64(dataByteCount) / UInt64(format.bytesPerFrame)
    let body = formatChunk + (needsFact ? chunkHead("fact", 4) : [])
    let fixed = 4 + 8 + Self.longSizes + body.count + (needsFact ? 4 : 0) + 8
    let total = UInt64(fixed) + UInt64(dataByteCount) + (isPadded ? UInt64(dataByteCount & 1) : 0)
    let isLong = total > Self.longestShortFile

    var head = isLong ? chunkHead("RF64", .max) : chunkHead("RIFF", UInt32(total))
    head += Array("WAVE".utf8)
    if isLong {
      head += chunkHead("ds64", UInt32(Self.longSizes))
      head += little(total, 8) + little(UInt64(dataByteCount), 8) + little(frameCount, 8)
      head += little(0, 4)
    } else {
      head += chunkHead("JUNK", UInt32(Self.longSizes))
      head += [UInt8](repeating: 0, count: Self.longSizes)
    }
    head += body
    if needsFact { head += little(isLong ? UInt64(UInt32.max) : frameCount, 4) }
    return head + chunkHead("data", isLong ? .max : UInt32(dataByteCount))
  }

  /// The length of the `ds64` chunk without a table.
  private static let longSizes = 28
  /// What a size of 32 bits can say; the largest means "look into ds64".
  private static let longestShortFile = UInt64(UInt32.max) - 1

  private var isFloatingPoint: Bool {
    format.sampleFormat == .float32 || format.sampleFormat == .float64
  }

  /// Everything but plain 16-bit samples says how many frames there are.
  private var needsFact: Bool { isFloatingPoint || isExtensible }

  /// Microsoft's rules: more than two channels, or integers of more than 16 bits, need the longer
  /// description.
  private var isExtensible: Bool {
    format.channelCount > 2
      || (!isFloatingPoint && format.sampleFormat.bytesPerSample > 2)
  }

  private var formatChunk: [UInt8] {
    let bits = format.sampleFormat.bytesPerSample * 8
    let tag: UInt64 = isFloatingPoint ? 3 : 1
    var fields = little(isExtensible ? 0xFFFE : tag, 2) + little(UInt64(format.channelCount), 2)
    fields += little(UInt64(format.sampleRate), 4)
    fields += little(UInt64(format.sampleRate * format.bytesPerFrame), 4)
    fields += little(UInt64(format.bytesPerFrame), 2) + little(UInt64(bits), 2)
    if isExtensible {
      fields += little(22, 2) + little(UInt64(bits), 2) + little(channelMask, 4)
      fields += little(tag, 4) + Self.guidTail
    } else if isFloatingPoint {
      fields += little(0, 2)
    }
    return chunkHead("fmt ", UInt32(fields.count)) + fields
  }

  /// Which loudspeakers the channels are for: the middle, left and right, or nobody knows.
  private var channelMask: UInt64 {
    switch format.channelCount {
    case 1: 4
    case 2: 3
    default: 0
    }
  }

  /// What all of Microsoft's identifiers of sample formats end with.
  private static let guidTail: [UInt8] = [
    0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71,
  ]

  private func chunkHead(_ name: String, _ size: UInt32) -> [UInt8] {
    Array(name.utf8) + little(UInt64(size), 4)
  }

  private func little(_ value: UInt64, _ byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }
}
