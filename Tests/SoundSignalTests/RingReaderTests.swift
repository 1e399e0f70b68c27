import Testing

@testable import SoundSignal

struct RingReaderTests {
  private let format: PCMFormat
  private let ring: BlockRing
  private let reader: RingReader
  private var buffer: PCMBuffer

  init() throws {
    format = try PCMFormat(.int16, sampleRate: 8000)
    ring = BlockRing(bytesPerFrame: 2, framesPerSlot: 4, slotCount: 8)
    reader = RingReader(ring, format: format)
    buffer = PCMBuffer(format: format)
  }

  private func write(_ samples: [Int16]) {
    unsafe samples.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      _ = unsafe ring.write(base, frameCount: samples.count, hostTime: 0)
    }
  }

  private var samples: [Int16] {
    unsafe buffer.withBytes { unsafe Array($0.bindMemory(to: Int16.self)) }
  }

  @Test mutating func joinsBlocks() {
    #expect(reader.takeWaiting(into: &buffer) == nil)
    write([1, 2, 3])
    write([4, 5, 6, 7, 8, 9])
    #expect(reader.takeWaiting(into: &buffer) == 0)
    #expect(samples == [1, 2, 3, 4, 5, 6, 7, 8, 9])
    #expect(reader.takeEvents().isEmpty)
  }

  @Test mutating func aLossEndsABufferAndIsTold() {
    write([1, 2])
    ring.reportLoss(ofFrames: 10)
    write([3, 4])
    #expect(reader.takeWaiting(into: &buffer) == 0)
    #expect(samples == [1, 2])
    #expect(reader.takeEvents().isEmpty)
    #expect(reader.takeWaiting(into: &buffer) == 12)
    #expect(samples == [3, 4])
    #expect(reader.takeEvents() == [.framesLost(10, at: 2)])
    #expect(reader.takeEvents().isEmpty)
  }

  @Test mutating func aFullRingLosesExactlyWhatItSays() {
    write([Int16](1...40))
    write([41])
    #expect(reader.takeWaiting(into: &buffer) == 0)
    #expect(samples == [Int16](1...32))
    write([42, 43])
    #expect(reader.takeWaiting(into: &buffer) == 41)
    #expect(samples == [42, 43])
    #expect(reader.takeEvents() == [.framesLost(9, at: 32)])
  }

  @Test mutating func whatIsLostAtTheEndIsTold() {
    write([1, 2, 3])
    ring.reportLoss(ofFrames: 5)
    #expect(reader.takeWaiting(into: &buffer) == 0)
    reader.reportTrailingLoss()
    #expect(reader.takeEvents() == [.framesLost(5, at: 3)])
    reader.reportTrailingLoss()
    #expect(reader.takeEvents().isEmpty)
  }

  @Test func aRingHoldsWhatWasAskedFor() throws {
    let stereo = try PCMFormat(.float32, sampleRate: 48_000, channelCount: 2)
    let ring = RingReader.makeRing(for: stereo, holding: .seconds(2))
    #expect(ring.slotCount * ring.slotByteCount >= 2 * 48_000 * 8)
  }
}
