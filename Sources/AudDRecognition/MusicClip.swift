package import Foundation
package import SoundSignal

/// A short stretch of sound as the service wants it: mono, 16 bits, in a WAV file.
///
/// The service hears the first 12 seconds and no more, so no more is kept.
///
/// *Thread-safe*: a value.
package struct MusicClip: Sendable {
  /// How much the service hears, in seconds.
  package static let maximumDuration = 12.0

  /// The samples for each second.
  package let sampleRate: Int
  private var samples: [Int16] = []

  /// Makes a clip without sound.
  package init(sampleRate: Int) {
    self.sampleRate = sampleRate
  }

  /// Whether nothing more is taken.
  package var isFull: Bool { samples.count >= capacity }

  /// How long it is, in seconds.
  package var duration: TimeInterval { Double(samples.count) / Double(sampleRate) }

  private var capacity: Int { Int(Self.maximumDuration * Double(sampleRate)) }

  /// Adds sound of the clip's rate, with all channels mixed, until the clip is full.
  package mutating func append(_ buffer: PCMBuffer) {
    precondition(buffer.format.sampleRate == sampleRate, "A clip has one sample rate.")
    let count = min(buffer.frameCount, capacity - samples.count)
    guard count > 0 else { return }
    let decoder = SampleDecoder(
      format: buffer.format, mix: buffer.format.channelCount == 1 ? .channel(0) : .average)
    var values = [Float](repeating: 0, count: count)
    unsafe buffer.withBytes { bytes in
      unsafe values.withUnsafeMutableBufferPointer { values in
        unsafe decoder.decode(bytes, frameCount: buffer.frameCount, from: 0, into: values)
      }
    }
    samples += values.map { Int16(max(-32_768, min(32_767, ($0 * 32_768).rounded()))) }
  }

  /// The clip as a WAV file.
  package var waveFile: Data {
    // The head of the simplest kind: RIFF, one chunk `fmt ` of 16 bytes for PCM, one chunk `data`.
    var file = Data(capacity: 44 + samples.count * 2)
    func append(_ value: Int, bytes: Int) {
      for shift in 0..<bytes { file.append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
    }
    file.append(contentsOf: "RIFF".utf8)
    append(36 + samples.count * 2, bytes: 4)
    file.append(contentsOf: "WAVEfmt ".utf8)
    append(16, bytes: 4)
    append(1, bytes: 2)
    append(1, bytes: 2)
    append(sampleRate, bytes: 4)
    append(sampleRate * 2, bytes: 4)
    append(2, bytes: 2)
    append(16, bytes: 2)
    file.append(contentsOf: "data".utf8)
    append(samples.count * 2, bytes: 4)
    for sample in samples { append(Int(sample), bytes: 2) }
    return file
  }
}
