internal import SoundSignal
internal import Synchronization

/// The last seconds of a signal, for what is decided about it a little later, maybe on another thread.
/// Allocates nothing once it is made.
///
/// *Thread-safe*.
@safe final class HeardSamples: @unchecked Sendable {
  // @unchecked: the memory is touched only while `end` is locked.

  private let memory: FloatMemory
  /// The frame behind the newest sample.
  private let end: Mutex<Int64>

  /// - Parameters:
  ///   - start: the frame of the first sample that will come.
  ///   - capacity: how many samples are kept.
  init(from start: Int64, capacity: Int) {
    memory = FloatMemory(count: capacity)
    end = Mutex(start)
  }

  func append(_ samples: UnsafeBufferPointer<Float>) {
    end.withLock { end in
      var first = 0
      while first < samples.count {
        let place = Int(end % Int64(memory.count))
        let count = min(samples.count - first, memory.count - place)
        if let source = samples.baseAddress {
          unsafe (memory.base + place).update(from: source + first, count: count)
        }
        first += count
        end += Int64(count)
      }
    }
  }

  /// Copies some frames; what is not kept any more, or has not come yet, is left out.
  /// - Returns: the frames that were copied.
  func read(_ frames: Range<Int64>, into buffer: inout PCMBuffer) -> Range<Int64> {
    end.withLock { end in
      let upper = min(frames.upperBound, end)
      let lower = min(upper, max(frames.lowerBound, end - Int64(memory.count), 0))
      buffer.reset(format: buffer.format, frameCount: Int(upper - lower))
      unsafe buffer.withMutableBytes { bytes in
        let target = unsafe bytes.bindMemory(to: Float.self)
        var frame = lower
        while frame < upper {
          let place = Int(frame % Int64(memory.count))
          let count = min(Int(upper - frame), memory.count - place)
          if let base = target.baseAddress {
            unsafe (base + Int(frame - lower)).update(from: memory.base + place, count: count)
          }
          frame += Int64(count)
        }
      }
      return lower..<upper
    }
  }
}
