#if Microphone
  package import SoundSignal
  import Synchronization

  /// Where the audio thread puts what it hears: a ring, and the clock that tells how much an overflow
  /// has cost.
  @safe package final class CaptureSink: @unchecked Sendable {
    // @unchecked: `expectedTime` and the writing end of the ring belong to the audio thread.

    package let ring: BlockRing
    /// The same ring without counting references, which the audio thread must not.
    private let borrowedRing: Unmanaged<BlockRing>
    private let sampleRate: Double
    /// When the next block should have been captured if nothing is lost before it, in seconds on the
    /// device's clock.
    private var expectedTime = 0.0
    private let calls = Atomic<Int>(0)

    package init(ring: BlockRing, sampleRate: Int) {
      self.ring = ring
      unsafe borrowedRing = Unmanaged.passUnretained(ring)
      self.sampleRate = Double(sampleRate)
    }

    /// How often the audio thread has come by. *Thread-safe*.
    package var callCount: Int { calls.load(ordering: .relaxed) }

    /// Takes a block. Audio thread only.
    ///
    /// *Realtime*.
    /// - Parameters:
    ///   - captureTime: when the first frame was captured, in seconds on the device's clock; zero where
    ///     the device does not say.
    ///   - hasOverflowed: whether the device lost something immediately before the block.
    @_noLocks
    package func accept(
      _ samples: UnsafeRawPointer, frameCount: Int, captureTime: Double, hasOverflowed: Bool
    ) {
      if hasOverflowed {
        // The device says that, not what, it lost. Its clock tells how many frames are missing; where it
        // does not, or is too coarse, one frame stands for them, so that the break is never silent.
        // (No && here: it makes a closure, and in a debug build that counts references.)
        var missing = 1.0
        if captureTime > 0, expectedTime > 0 { missing = (captureTime - expectedTime) * sampleRate }
        let count = Int(min(max(missing, 1), 1e12) + 0.5)
        unsafe borrowedRing._withUnsafeGuaranteedRef { $0.reportLoss(ofFrames: count) }
      }
      unsafe borrowedRing._withUnsafeGuaranteedRef {
        _ = unsafe $0.write(
          samples, frameCount: frameCount, hostTime: Int64(captureTime * 1e9))
      }
      expectedTime = captureTime > 0 ? captureTime + Double(frameCount) / sampleRate : 0
      calls.add(1, ordering: .relaxed)
    }
  }
#endif
