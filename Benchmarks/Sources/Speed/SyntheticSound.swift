import SoundSignal

/// Sound that keeps every part of the analysis busy: tones with harmonics, noise and pauses in turn,
/// the same on every run.
struct SyntheticSound {
  let sampleRate: Int
  private(set) var samples: [Float]

  init(seconds: Int, sampleRate: Int) {
    self.sampleRate = sampleRate
    samples = []
    samples.reserveCapacity(seconds * sampleRate)
    var state: UInt64 = 0x2545_f491_4f6c_dd1d
    var (noise, phase) = (Float(0), Float(0))
    for index in 0..<seconds * sampleRate {
      let second = index / sampleRate
      // xorshift64
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      noise = 0.7 * noise + 0.3 * (Float(state >> 40) * 0x1p-23 - 1)
      phase += Float(110 + 27 * (second % 9)) / Float(sampleRate)
      phase -= phase.rounded(.down)
      // A sawtooth has all harmonics.
      let sample =
        switch second % 7 {
        case 0, 1, 2: 0.3 * (2 * phase - 1) + 0.02 * noise
        case 3, 4: 0.4 * noise
        case 5: 0.2 * (2 * phase - 1) + 0.2 * noise
        default: 1e-5 * noise
        }
      samples.append(sample)
    }
  }

  var integers: [Int16] { samples.map { Int16(max(-1, min(1, $0)) * 32_767) } }

  /// The sound cut into buffers.
  func buffers(frames: Int) throws -> [PCMBuffer] {
    let integers = integers
    return try stride(from: 0, to: integers.count - frames + 1, by: frames).map {
      try PCMBuffer(Array(integers[$0..<$0 + frames]), sampleRate: sampleRate)
    }
  }
}
