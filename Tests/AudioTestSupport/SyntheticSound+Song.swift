import Foundation

extension SyntheticSound {
  /// A song that no other seed makes: chords and a melody of plucked notes that never repeat.
  package static func song(
    seed: UInt64, from start: Double = 0, seconds: Double, sampleRate: Int
  ) -> [Float] {
    let scale = [0, 2, 4, 5, 7, 9, 11]
    var generator = SeededGenerator(seed: seed)
    // Each song is tuned and timed in its own way, or notes of the same scale would be the same sound.
    let tuning = 110 * pow(2, Double.random(in: -0.5...0.5, using: &generator))
    /// A number of half tones above A at 110 Hz, from a scale.
    func note(_ octaves: ClosedRange<Int>) -> Double {
      let step = scale[Int.random(in: scale.indices, using: &generator)]
      let pitch = Double(step + 12 * Int.random(in: octaves, using: &generator))
      return tuning * pow(2, (pitch + Double.random(in: -0.3...0.3, using: &generator)) / 12)
    }
    let end = start + seconds
    var sound = [Float](repeating: 0, count: Int((seconds * Double(sampleRate)).rounded()))
    var time = 0.0
    while time < end {
      let length = Double.random(in: 0.2...0.55, using: &generator)
      let voices = [note(0...0), note(1...1), note(2...3), note(2...4)]
      add(voices, at: time - start, sampleRate: sampleRate, to: &sound)
      time += length
    }
    return sound
  }

  /// Adds plucked notes that begin together and fade within a second.
  private static func add(
    _ frequencies: [Double], at time: Double, sampleRate: Int, to sound: inout [Float]
  ) {
    let first = Int((time * Double(sampleRate)).rounded())
    guard first + sampleRate > 0, first < sound.count else { return }
    for frequency in frequencies {
      for harmonic in 1...4 where frequency * Double(harmonic) < Double(sampleRate) / 2.2 {
        // A rotating pointer is far cheaper than a sine for each sample.
        let angle = 2 * .pi * frequency * Double(harmonic) / Double(sampleRate)
        let decay = exp(-4 * Double(harmonic) / Double(sampleRate))
        let (turnX, turnY) = (decay * cos(angle), decay * sin(angle))
        var (x, y) = (0.08 / Double(harmonic), 0.0)
        for frame in first..<min(first + sampleRate, sound.count) {
          if frame >= 0 { sound[frame] += Float(y) }
          (x, y) = (x * turnX - y * turnY, x * turnY + y * turnX)
        }
      }
    }
  }
}
