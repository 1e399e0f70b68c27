package import SoundRecognition

/// Signatures without sound: peaks at random places.
package enum SyntheticSignature {
  /// A signature of `seconds` of sound, the same for the same seed.
  package static func make(
    seed: UInt64, seconds: Double, peaksPerSecond: Double = 140
  ) -> Signature {
    var generator = SeededGenerator(seed: seed &* 0x9e37_79b9_7f4a_7c15 &+ 1)
    var peaks: [SpectralPeak] = []
    let milliseconds = Int32(seconds * 1000)
    for _ in 0..<Int(seconds * peaksPerSecond) {
      // As many of each rank as the densities of signatures have.
      let density = Double.random(in: 0..<140, using: &generator)
      let rank = PeakDensity.allCases.first { density < $0.peaksPerSecond } ?? .perSecond140
      peaks.append(
        SpectralPeak(
          time: Int32.random(in: 0..<milliseconds, using: &generator),
          frequency: UInt16.random(in: 100..<10_000, using: &generator), rank: rank.rawValue))
    }
    peaks.sort { ($0.time, $0.frequency) < ($1.time, $1.frequency) }
    var last: SpectralPeak?
    peaks.removeAll { peak in
      defer { last = peak }
      return last.map { ($0.time, $0.frequency) == (peak.time, peak.frequency) } ?? false
    }
    return Signature(peaks: peaks, sampleCount: Int(seconds * Double(PeakGrid.sampleRate)))
  }
}
