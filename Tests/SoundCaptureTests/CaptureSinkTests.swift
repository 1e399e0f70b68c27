#if Microphone
  import SoundCapture
  import SoundSignal
  import Testing

  /// What the audio thread does with a block, without a device.
  struct CaptureSinkTests {
    private let ring = BlockRing(bytesPerFrame: 2, framesPerSlot: 128, slotCount: 8)
    private let sink: CaptureSink
    private let samples = [Int16](repeating: 7, count: 480)

    init() { sink = CaptureSink(ring: ring, sampleRate: 48_000) }

    private func accept(_ frameCount: Int, at time: Double, hasOverflowed: Bool = false) {
      unsafe samples.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        unsafe sink.accept(
          base, frameCount: frameCount, captureTime: time, hasOverflowed: hasOverflowed)
      }
    }

    @Test func withoutOverflowsNothingIsLostWhateverTheClockSays() {
      accept(480, at: 1)
      accept(480, at: 3)
      #expect(ring.framesLost == 0)
      #expect(sink.callCount == 2)
    }

    @Test func anOverflowCostsWhatTheDeviceClockSays() {
      accept(480, at: 1)
      accept(480, at: 1.06, hasOverflowed: true)
      #expect(ring.framesLost == 2400)
    }

    @Test(arguments: [0, 1.01, 0.5])
    func anOverflowThatTheClockDoesNotShowCostsAFrame(_ time: Double) {
      accept(480, at: 1)
      accept(480, at: time, hasOverflowed: true)
      #expect(ring.framesLost == 1)
    }

    @Test func anOverflowWithoutAnEarlierClockCostsAFrame() {
      accept(480, at: 0)
      accept(480, at: 9, hasOverflowed: true)
      #expect(ring.framesLost == 1)
    }
  }
#endif
