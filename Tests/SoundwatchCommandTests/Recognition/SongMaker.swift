import Foundation

@testable import SoundwatchCLI

/// Makes songs for tests: plucked chords of random notes, another song for each number.
enum SongMaker {
  static let sampleRate = 16_000

  /// The samples of a song, from -1 to 1.
  static func song(_ number: Int, seconds: Double) -> [Float] {
    var generator = SystemIndependentGenerator(state: UInt64(number) &* 0x9E37_79B9 &+ 1)
    var samples = [Float](repeating: 0, count: Int(seconds * Double(sampleRate)))
    var start = 0.0
    while start < seconds {
      for _ in 0..<2 {
        let frequency = 110 * pow(2, Double(generator.next(below: 49)) / 12)
        let level = 0.1 + 0.1 * Double(generator.next(below: 100)) / 100
        add(frequency, level: level, at: start, to: &samples)
      }
      start += 0.11 + 0.01 * Double(generator.next(below: 20))
    }
    return samples
  }

  private static func add(
    _ frequency: Double, level: Double, at start: Double, to samples: inout [Float]
  ) {
    let first = Int(start * Double(sampleRate))
    let count = min(sampleRate * 2 / 5, samples.count - first)
    guard count > 0 else { return }
    for harmonic in 1...3 where frequency * Double(harmonic) < 5000 {
      let step = 2 * Double.pi * frequency * Double(harmonic) / Double(sampleRate)
      // A rotating pointer is many times faster than a sine for every sample.
      var (x, y) = (0.0, level / Double(harmonic))
      let (c, s) = (cos(step), sin(step))
      let decay = exp(-8 / Double(sampleRate))
      for index in first..<first + count {
        samples[index] += Float(x)
        (x, y) = ((x * c + y * s) * decay, (y * c - x * s) * decay)
      }
    }
  }

  /// A mono WAV file of 16 bits.
  static func wave(_ samples: [Float]) -> [UInt8] {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var data: [UInt8] = []
    data.reserveCapacity(samples.count * 2)
    for sample in samples {
      let value = Int(max(-1, min(1, sample)) * 32_767)
      data.append(UInt8(truncatingIfNeeded: value))
      data.append(UInt8(truncatingIfNeeded: value >> 8))
    }
    return Array("RIFF".utf8) + bytes(36 + data.count, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
      + bytes(1, 2) + bytes(1, 2) + bytes(sampleRate, 4) + bytes(sampleRate * 2, 4) + bytes(2, 2)
      + bytes(16, 2) + Array("data".utf8) + bytes(data.count, 4) + data
  }

  /// A part of samples, in seconds.
  static func part(_ samples: [Float], _ range: Range<Double>) -> [Float] {
    Array(
      samples[
        Int(range.lowerBound * Double(sampleRate))..<Int(range.upperBound * Double(sampleRate))])
  }

  private struct SystemIndependentGenerator {
    var state: UInt64

    mutating func next(below limit: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % limit)
    }
  }
}
