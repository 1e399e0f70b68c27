import AudioTestSupport
import Foundation
import SoundRecognition
import SoundSignal

/// A song of random notes, computed at any moment: it can be played at any speed, from any point.
struct SyntheticSong {
  private struct Note {
    var start: Double
    var frequency: Double
    var length: Double
  }

  let seconds: Double
  private let notes: [Note]

  init(seed: UInt64, seconds: Double) {
    var generator = SeededGenerator(seed: seed &* 7919 &+ 13)
    self.seconds = seconds
    var notes: [Note] = []
    for voice in 0..<3 {
      var time = 0.0
      while time < seconds {
        let length = Double.random(in: 0.12...0.5, using: &generator)
        let step = Int.random(in: 0..<24, using: &generator)
        let lowest = 110.0 * pow(2, Double(voice))
        notes.append(
          Note(start: time, frequency: lowest * pow(2, Double(step) / 12), length: length))
        time += length
      }
    }
    self.notes = notes
  }

  /// Plays a part of the song.
  /// - Parameters:
  ///   - start: where to begin, in seconds of the song.
  ///   - speed: how much faster it plays; frequencies go up with it.
  func samples(
    from start: Double = 0, seconds: Double? = nil, speed: Double = 1, sampleRate: Int = 16_000
  ) -> [Float] {
    let length = seconds ?? self.seconds - start
    let count = Int(length * Double(sampleRate))
    var result = [Float](repeating: 0, count: count)
    for note in notes {
      let first = Int(((note.start - start) / speed * Double(sampleRate)).rounded(.up))
      let end = Int((note.start + note.length * 1.5 - start) / speed * Double(sampleRate))
      guard end > 0, first < count else { continue }
      for n in max(0, first)..<max(0, min(count, end)) {
        let time = start + Double(n) / Double(sampleRate) * speed - note.start
        let decay = min(1, time * 200) * exp(-4 * time / note.length)
        let angle = 2 * Double.pi * note.frequency * time
        result[n] += Float(0.1 * decay * (sin(angle) + 0.5 * sin(2 * angle) + 0.3 * sin(3 * angle)))
      }
    }
    return result
  }

  /// The signature of samples at some rate.
  static func signature(_ samples: [Float], sampleRate: Int = 16_000) throws -> Signature {
    let generator = SignatureGenerator()
    try generator.append(PCMBuffer(samples, sampleRate: sampleRate), at: nil)
    return generator.signature()
  }

  /// The signature of the whole song.
  func signature() throws -> Signature { try Self.signature(samples()) }
}
