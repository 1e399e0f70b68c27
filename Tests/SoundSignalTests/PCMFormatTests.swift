import SoundSignal
import Testing

struct PCMFormatTests {
  @Test(arguments: [4_000, 8_000, 11_025, 44_100, 192_000, 384_000])
  func supportedRatesAreAccepted(rate: Int) throws {
    #expect(try PCMFormat(.int16, sampleRate: rate).sampleRate == rate)
  }

  @Test(arguments: [Int.min, -1, 0, 3_999, 384_001, Int.max])
  func otherRatesAreRefusedByName(rate: Int) {
    #expect(throws: PCMFormatError.unsupportedSampleRate(rate)) {
      try PCMFormat(.int16, sampleRate: rate)
    }
    #expect("\(PCMFormatError.unsupportedSampleRate(rate))".contains("\(rate) Hz"))
  }

  @Test(arguments: [Int.min, 0, 33, Int.max])
  func unsupportedChannelCountsAreRefusedByName(count: Int) {
    #expect(throws: PCMFormatError.unsupportedChannelCount(count)) {
      try PCMFormat(.float32, sampleRate: 48_000, channelCount: count)
    }
    #expect("\(PCMFormatError.unsupportedChannelCount(count))".contains("\(count) channels"))
  }

  @Test func aFrameHasOneSampleOfEveryChannel() throws {
    let widths: [SampleFormat: Int] = [
      .int16: 2, .int24: 3, .int32: 4, .float32: 4, .float64: 8,
    ]
    for format in SampleFormat.allCases {
      let width = try #require(widths[format])
      #expect(format.bytesPerSample == width)
      #expect(try PCMFormat(format, sampleRate: 8_000, channelCount: 5).bytesPerFrame == 5 * width)
    }
  }

  @Test func formatsDescribeThemselves() throws {
    let format = try PCMFormat(.int24, sampleRate: 48_000, channelCount: 2, isInterleaved: false)
    #expect("\(format)" == "int24 48000 Hz 2 ch planar")
    #expect("\(try PCMFormat(.float32, sampleRate: 8_000))" == "float32 8000 Hz 1 ch interleaved")
  }
}
