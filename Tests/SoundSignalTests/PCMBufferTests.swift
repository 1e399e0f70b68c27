import SoundSignal
import Testing

struct PCMBufferTests {
  private let stereo: PCMFormat

  init() throws { stereo = try PCMFormat(.int16, sampleRate: 8_000, channelCount: 2) }

  private func bytes(of buffer: PCMBuffer) -> [UInt8] {
    unsafe buffer.withBytes { unsafe Array($0) }
  }

  @Test func aNewBufferIsSilent() {
    let buffer = PCMBuffer(format: stereo, frameCount: 3)
    #expect(buffer.frameCount == 3)
    #expect(bytes(of: buffer) == [UInt8](repeating: 0, count: 12))
  }

  @Test func bytesBehindTheLastWholeFrameAreLeftOut() {
    let buffer = PCMBuffer(format: stereo, bytes: [UInt8](0..<11))
    #expect(buffer.frameCount == 2)
    #expect(bytes(of: buffer) == [UInt8](0..<8))
  }

  @Test func samplesBehindTheLastWholeFrameAreLeftOut() throws {
    let buffer = try PCMBuffer([1, 2, 3, 4, 5] as [Int16], sampleRate: 8_000, channelCount: 2)
    #expect(buffer.frameCount == 2)
    #expect(bytes(of: buffer) == [1, 0, 2, 0, 3, 0, 4, 0])
  }

  @Test func everySampleTypeNamesItsFormat() throws {
    #expect(try PCMBuffer([0] as [Int16], sampleRate: 8_000).format.sampleFormat == .int16)
    #expect(try PCMBuffer([0] as [Int32], sampleRate: 8_000).format.sampleFormat == .int32)
    #expect(try PCMBuffer([0] as [Float], sampleRate: 8_000).format.sampleFormat == .float32)
    #expect(try PCMBuffer([0] as [Double], sampleRate: 8_000).format.sampleFormat == .float64)
  }

  @Test func anUnsupportedFormatIsThrown() {
    #expect(throws: PCMFormatError.unsupportedSampleRate(1)) {
      try PCMBuffer([0] as [Float], sampleRate: 1)
    }
    #expect(throws: PCMFormatError.unsupportedChannelCount(0)) {
      try PCMBuffer([0] as [Float], sampleRate: 8_000, channelCount: 0)
    }
  }

  @Test func aCopyKeepsItsSamplesWhenTheOriginalIsFilledAgain() {
    var buffer = PCMBuffer(format: stereo, bytes: [UInt8](repeating: 7, count: 8))
    let copy = buffer
    buffer.reset(format: stereo, frameCount: 2)
    unsafe buffer.withMutableBytes { bytes in
      for index in bytes.indices { unsafe bytes[index] = 9 }
    }
    #expect(bytes(of: copy) == [UInt8](repeating: 7, count: 8))
    #expect(bytes(of: buffer) == [UInt8](repeating: 9, count: 8))
  }

  @Test func aBufferThatIsFilledAgainKeepsItsMemory() {
    var buffer = PCMBuffer(format: stereo, frameCount: 1000)
    let first = unsafe buffer.withBytes { UInt(bitPattern: $0.baseAddress) }
    for count in [1000, 10, 500, 0, 1000] {
      buffer.reset(format: stereo, frameCount: count)
      #expect(buffer.frameCount == count)
      let byteCount = unsafe buffer.withBytes { $0.count }
      let address = unsafe buffer.withBytes { UInt(bitPattern: $0.baseAddress) }
      #expect(byteCount == count * stereo.bytesPerFrame)
      #expect(address == first)
    }
  }
}
