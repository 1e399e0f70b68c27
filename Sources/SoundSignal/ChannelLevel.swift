import Glibc

/// How loud one channel was over a few samples.
///
/// *Thread-safe*: a value.
public struct ChannelLevel: Sendable, Hashable {
  /// The largest distance from zero; 1 is full scale.
  public var peak: Float
  /// The mean of the squares; a full-scale square wave has 1.
  public var meanSquare: Float

  /// Makes a level; silence by default.
  public init(peak: Float = 0, meanSquare: Float = 0) {
    self.peak = peak
    self.meanSquare = meanSquare
  }

  /// The peak in decibels relative to full scale; minus infinity for silence.
  public var peakDecibels: Float { 20 * log10(peak) }
  /// The mean level in decibels relative to full scale; minus infinity for silence.
  public var decibels: Float { 10 * log10(meanSquare) }
}

extension ChannelLevel {
  /// The level of each channel of a buffer. Cheap enough for every buffer of a stream.
  public static func levels(of buffer: PCMBuffer) -> [ChannelLevel] {
    (0..<buffer.format.channelCount).map { channel in
      let decoder = SampleDecoder(format: buffer.format, mix: .channel(channel))
      var level = ChannelLevel()
      guard buffer.frameCount > 0 else { return level }
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 512) { samples in
        unsafe buffer.withBytes { bytes in
          for first in stride(from: 0, to: buffer.frameCount, by: 512) {
            let piece = unsafe UnsafeMutableBufferPointer(
              rebasing: samples[..<min(512, buffer.frameCount - first)])
            unsafe decoder.decode(bytes, frameCount: buffer.frameCount, from: first, into: piece)
            for index in piece.indices {
              let sample = unsafe piece[index]
              level.peak = max(level.peak, abs(sample))
              level.meanSquare += sample * sample
            }
          }
        }
      }
      level.meanSquare /= Float(buffer.frameCount)
      return level
    }
  }
}
