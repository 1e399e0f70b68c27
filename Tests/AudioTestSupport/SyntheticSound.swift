import Foundation

/// Sounds that need no recording. Each is the same on every machine.
package enum SyntheticSound {
  /// White noise, as `goldens.py` makes it.
  package static func noise(seed: UInt64, count: Int, amplitude: Double = 0.1) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Float(generator.nextSample() * amplitude) }
  }

  /// The four sines of `goldens.py`.
  package static func tones(count: Int, sampleRate: Int) -> [Float] {
    let tones = [(220.0, 0.2), (441.5, 0.1), (1000.0, 0.05), (3021.25, 0.02)]
    return (0..<count).map { n in
      var total = 0.0
      for (frequency, amplitude) in tones {
        total += amplitude * sin(2 * .pi * frequency * Double(n) / Double(sampleRate))
      }
      return Float(total)
    }
  }

  package static func sine(
    _ frequency: Double, amplitude: Double = 0.5, count: Int, sampleRate: Int
  ) -> [Float] {
    (0..<count).map { n in
      Float(amplitude * sin(2 * .pi * frequency * Double(n) / Double(sampleRate)))
    }
  }

  package static func silence(count: Int) -> [Float] { [Float](repeating: 0, count: count) }

  /// Single full-scale samples at regular distances.
  package static func clicks(every distance: Int, count: Int) -> [Float] {
    (0..<count).map { $0.isMultiple(of: distance) ? 1 : 0 }
  }

  /// A sine that rises from one frequency to another.
  package static func chirp(
    from low: Double, to high: Double, amplitude: Double = 0.3, count: Int, sampleRate: Int
  ) -> [Float] {
    let seconds = Double(count) / Double(sampleRate)
    return (0..<count).map { n in
      let time = Double(n) / Double(sampleRate)
      let phase = low * time + (high - low) * time * time / (2 * seconds)
      return Float(amplitude * sin(2 * .pi * phase))
    }
  }

  /// Three chords that decay and come again: as much music as three sines can be.
  package static func music(count: Int, sampleRate: Int) -> [Float] {
    let chords = [[261.63, 329.63, 392.0], [220.0, 261.63, 329.63], [174.61, 220.0, 261.63]]
    let beat = sampleRate / 2
    return (0..<count).map { n in
      let time = Double(n) / Double(sampleRate)
      let decay = exp(-3 * Double(n % beat) / Double(beat))
      return Float(
        chords[n / beat % 3].reduce(0.0) { total, note in
          total + decay * (0.12 * sin(2 * .pi * note * time) + 0.05 * sin(4 * .pi * note * time))
        })
    }
  }

  /// Syllables: pulses of a voice whose harmonics swell and fade four times a second, with pauses.
  package static func voice(count: Int, sampleRate: Int) -> [Float] {
    (0..<count).map { n in
      let time = Double(n) / Double(sampleRate)
      let pitch = 120 + 20 * sin(2 * .pi * 0.7 * time)
      let syllable =
        max(0, sin(2 * .pi * 4 * time)) * (time.truncatingRemainder(dividingBy: 3) < 2.4 ? 1 : 0)
      let formant = 500 + 300 * sin(2 * .pi * 1.3 * time)
      var total = 0.0
      for harmonic in 1...25 {
        let distance = (pitch * Double(harmonic) - formant) / 400
        total += exp(-distance * distance) * sin(2 * .pi * pitch * Double(harmonic) * time)
      }
      return Float(0.1 * syllable * total)
    }
  }

  /// A bit of everything that a classifier meets, one after the other.
  package static func programme(sampleRate: Int, secondsEach: Double = 1) -> [Float] {
    let count = Int(secondsEach * Double(sampleRate))
    return voice(count: count, sampleRate: sampleRate)
      + music(count: count, sampleRate: sampleRate)
      + silence(count: count)
      + noise(seed: 5, count: count, amplitude: 0.05)
      + chirp(from: 100, to: 3500, count: count, sampleRate: sampleRate)
      + clicks(every: sampleRate / 7, count: count)
  }
}
