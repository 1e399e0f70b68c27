/// Turns PCM bytes of any format into one signal of `Float` samples, full scale at ±1.
///
/// Integers are divided by two to the power of their bits minus one, as every audio system does, so
/// the most negative integer becomes exactly -1.
///
/// *Realtime*: neither allocates nor waits.
package struct SampleDecoder: Sendable {
  private let format: PCMFormat
  private let mix: ChannelMix

  package init(format: PCMFormat, mix: ChannelMix) {
    if case .channel(let index) = mix {
      precondition(index < format.channelCount, "There is no channel \(index) in \(format).")
    }
    self.format = format
    self.mix = mix
  }

  /// Decodes the frames from `firstFrame` on, as many as `samples` has room for.
  /// - Parameters:
  ///   - bytes: a whole buffer of `frameCount` frames.
  package func decode(
    _ bytes: UnsafeRawBufferPointer, frameCount: Int, from firstFrame: Int,
    into samples: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(bytes.count >= frameCount * format.bytesPerFrame, "The bytes end too early.")
    precondition(firstFrame >= 0 && firstFrame + samples.count <= frameCount)
    switch format.sampleFormat {
    case .int16:
      unsafe decode(bytes, frameCount, firstFrame, samples, width: 2) { bytes, offset in
        unsafe Float(bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self)) * 0x1p-15
      }
    case .int24:
      unsafe decode(bytes, frameCount, firstFrame, samples, width: 3) { bytes, offset in
        let low = UInt32(unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
        let high = UInt32(unsafe bytes[offset + 2])
        // Shifted to the top, the 24th bit becomes the sign.
        return Float(Int32(bitPattern: high << 24 | low << 8)) * 0x1p-31
      }
    case .int32:
      unsafe decode(bytes, frameCount, firstFrame, samples, width: 4) { bytes, offset in
        unsafe Float(bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)) * 0x1p-31
      }
    case .float32:
      unsafe decode(bytes, frameCount, firstFrame, samples, width: 4) { bytes, offset in
        finite(unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Float.self))
      }
    case .float64:
      unsafe decode(bytes, frameCount, firstFrame, samples, width: 8) { bytes, offset in
        finite(Float(unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Double.self)))
      }
    }
  }

  /// One damaged sample must not poison the running state behind it: NaN and infinity become silence,
  /// and what is absurdly loud is cut at +120 dBFS.
  @inline(__always)
  private func finite(_ sample: Float) -> Float {
    sample.isFinite ? min(max(sample, -1e6), 1e6) : 0
  }

  @inline(__always)
  private func decode(
    _ bytes: UnsafeRawBufferPointer, _ frameCount: Int, _ firstFrame: Int,
    _ samples: UnsafeMutableBufferPointer<Float>, width: Int,
    load: (UnsafeRawBufferPointer, _ byteOffset: Int) -> Float
  ) {
    let frameStride = format.isInterleaved ? format.bytesPerFrame : width
    let channelStride = format.isInterleaved ? width : frameCount * width
    let start = firstFrame * frameStride
    if format.channelCount == 1 {
      // A loop that the compiler vectorises.
      for index in samples.indices {
        unsafe samples[index] = unsafe load(bytes, start + index &* width)
      }
      return
    }
    switch mix {
    case .channel(let channel):
      var offset = start + channel * channelStride
      for index in samples.indices {
        unsafe samples[index] = unsafe load(bytes, offset)
        offset += frameStride
      }
    case .average:
      let scale = 1 / Float(format.channelCount)
      for index in samples.indices {
        var sum: Float = 0
        for channel in 0..<format.channelCount {
          sum += unsafe load(bytes, start + index * frameStride + channel * channelStride)
        }
        unsafe samples[index] = sum * scale
      }
    }
  }
}
