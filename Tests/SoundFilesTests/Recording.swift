import Foundation
import SoundSignal

/// Everything that a source gave, for tests to look at.
struct Recording {
  var format: PCMFormat
  /// The position of the first frame.
  var start: Int64?
  /// One array for each channel.
  var channels: [[Float]]
  /// The places where a position was not the end of the block before.
  var gaps: [(position: Int64, missing: Int64)] = []
  var bytes: [UInt8] = []
  var blockLengths: [Int] = []
  var error: (any Error)?

  var frameCount: Int { channels[0].count }

  /// Reads a source to its end or its error.
  init(_ source: any AudioSource, keepsBytes: Bool = false) {
    format = source.format
    channels = Array(repeating: [], count: format.channelCount)
    var buffer = PCMBuffer(format: format)
    var next: Int64 = 0
    do {
      while let position = try source.read(into: &buffer) {
        if start == nil {
          start = position
        } else if position != next {
          gaps.append((position, position - next))
        }
        next = position + Int64(buffer.frameCount)
        blockLengths.append(buffer.frameCount)
        append(buffer, keepsBytes: keepsBytes)
      }
    } catch {
      self.error = error
    }
  }

  private mutating func append(_ buffer: PCMBuffer, keepsBytes: Bool) {
    unsafe buffer.withBytes { bytes in
      for channel in channels.indices {
        var samples = [Float](repeating: 0, count: buffer.frameCount)
        unsafe samples.withUnsafeMutableBufferPointer {
          unsafe SampleDecoder(format: buffer.format, mix: .channel(channel)).decode(
            bytes, frameCount: buffer.frameCount, from: 0, into: $0)
        }
        channels[channel] += samples
      }
      if keepsBytes { unsafe self.bytes += Array(bytes) }
    }
  }

  /// How loud a tone is in a channel over the given frames: the amplitude of its sine.
  func amplitude(of frequency: Double, channel: Int, in range: Range<Int>) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for index in range {
      let phase = 2 * Double.pi * frequency * Double(index) / Double(format.sampleRate)
      real += Double(channels[channel][index]) * cos(phase)
      imaginary += Double(channels[channel][index]) * sin(phase)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(range.count)
  }

  /// The root mean square of a channel over the given frames.
  func level(channel: Int, in range: Range<Int>) -> Double {
    let sum = channels[channel][range].reduce(0.0) { $0 + Double($1) * Double($1) }
    return (sum / Double(range.count)).squareRoot()
  }
}

/// The largest difference between two signals.
func largestDifference(_ left: some Collection<Float>, _ right: some Collection<Float>) -> Float {
  zip(left, right).reduce(0) { max($0, abs($1.0 - $1.1)) }
}
