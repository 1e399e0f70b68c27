import AudioTestSupport
import SoundSignal
import Testing

struct SampleDecoderTests {
  /// A sample's bytes and the number that they mean, worked out without the decoder.
  private struct Sample {
    var bytes: [UInt8]
    var value: Float
  }

  /// Random samples of a format, the extremes first.
  private static func samples(_ format: SampleFormat, count: Int, seed: UInt64) -> [Sample] {
    var generator = SeededGenerator(seed: seed)
    func bytes<Number: FixedWidthInteger>(_ number: Number, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: number >> Number(8 * $0)) }
    }
    return (0..<count).map { index in
      func pick<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) -> Number {
        switch index {
        case 0: range.lowerBound
        case 1: range.upperBound
        case 2: 0
        case 3: -1
        default: Number.random(in: range, using: &generator)
        }
      }
      switch format {
      case .int16:
        let number = pick(Int16.min...Int16.max)
        return Sample(bytes: bytes(number, 2), value: Float(Double(number) / 32_768))
      case .int24:
        let number = pick(Int32(-8_388_608)...8_388_607)
        return Sample(bytes: bytes(number, 3), value: Float(Double(number) / 8_388_608))
      case .int32:
        let number = pick(Int32.min...Int32.max)
        return Sample(bytes: bytes(number, 4), value: Float(Double(number) / 2_147_483_648))
      case .float32:
        let number = Float.random(in: -1.5...1.5, using: &generator)
        return Sample(bytes: bytes(number.bitPattern, 4), value: number)
      case .float64:
        let number = Double.random(in: -1.5...1.5, using: &generator)
        return Sample(bytes: bytes(number.bitPattern, 8), value: Float(number))
      }
    }
  }

  private static func decode(
    _ bytes: [UInt8], _ format: PCMFormat, _ mix: ChannelMix, frameCount: Int, range: Range<Int>
  ) -> [Float] {
    var output = [Float](repeating: .nan, count: range.count)
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe SampleDecoder(format: format, mix: mix).decode(
          bytes, frameCount: frameCount, from: range.lowerBound, into: output)
      }
    }
    return output
  }

  @Test(arguments: SampleFormat.allCases, [true, false])
  func everyChannelIsDecodedExactly(sampleFormat: SampleFormat, isInterleaved: Bool) throws {
    let frameCount = 37
    for channelCount in 1...32 {
      let format = try PCMFormat(
        sampleFormat, sampleRate: 48_000, channelCount: channelCount, isInterleaved: isInterleaved)
      let channels = (0..<channelCount).map { channel in
        Self.samples(sampleFormat, count: frameCount, seed: UInt64(channel))
      }
      var bytes: [UInt8] = []
      if isInterleaved {
        for frame in 0..<frameCount { for channel in channels { bytes += channel[frame].bytes } }
      } else {
        for channel in channels { for sample in channel { bytes += sample.bytes } }
      }
      for (index, channel) in channels.enumerated() {
        let decoded = Self.decode(
          bytes, format, .channel(index), frameCount: frameCount, range: 0..<frameCount)
        #expect(decoded == channel.map(\.value), "channel \(index) of \(format)")
        let part = Self.decode(
          bytes, format, .channel(index), frameCount: frameCount, range: 5..<20)
        #expect(part == channel[5..<20].map(\.value), "frames 5 to 20 of \(format)")
      }
      let average = Self.decode(
        bytes, format, .average, frameCount: frameCount, range: 3..<frameCount)
      let wanted = (3..<frameCount).map { frame in
        channels.reduce(0.0) { $0 + Double($1[frame].value) } / Double(channelCount)
      }
      // Each of up to 32 additions of numbers below 48 rounds by no more than 2^-19.
      let comparison = GoldenComparison(average, golden: wanted, tolerance: 3e-6)
      #expect(comparison.isWithinTolerance, "\(format): \(comparison)")
    }
  }

  @Test func theMostNegativeIntegerIsExactlyMinusOne() throws {
    let inputs: [(SampleFormat, [UInt8])] = [
      (.int16, [0, 0x80]), (.int24, [0, 0, 0x80]), (.int32, [0, 0, 0, 0x80]),
    ]
    for (sampleFormat, bytes) in inputs {
      let format = try PCMFormat(sampleFormat, sampleRate: 8_000)
      #expect(Self.decode(bytes, format, .channel(0), frameCount: 1, range: 0..<1) == [-1])
    }
  }

  @Test func aDamagedFloatBecomesSilence() throws {
    for damaged in [Float.nan, .infinity, -.infinity, .signalingNaN] {
      let format = try PCMFormat(.float32, sampleRate: 8_000)
      let bits = damaged.bitPattern
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt32($0))) }
      #expect(Self.decode(bytes, format, .channel(0), frameCount: 1, range: 0..<1) == [0])
    }
    let format = try PCMFormat(.float64, sampleRate: 8_000)
    let bits = Double.nan.bitPattern
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
    #expect(Self.decode(bytes, format, .average, frameCount: 1, range: 0..<1) == [0])
  }

  @Test func anAbsurdlyLoudFloatIsCut() throws {
    let buffer = try PCMBuffer([1e30, -1e30] as [Float], sampleRate: 8_000)
    let bytes = unsafe buffer.withBytes { unsafe Array($0) }
    let decoded = Self.decode(bytes, buffer.format, .channel(0), frameCount: 2, range: 0..<2)
    #expect(decoded == [1e6, -1e6])
  }

  @Test func decodingDoesNotDependOnThePieces() throws {
    for sampleFormat in SampleFormat.allCases {
      let format = try PCMFormat(sampleFormat, sampleRate: 8_000)
      let frameCount = 5000
      let bytes = Self.samples(sampleFormat, count: frameCount, seed: 9).flatMap(\.bytes)
      let differences = ChunkingVerifier.differences(inputLength: frameCount) { pieces in
        pieces.flatMap {
          Self.decode(bytes, format, .channel(0), frameCount: frameCount, range: $0)
        }
      }
      #expect(differences == [])
    }
  }
}
