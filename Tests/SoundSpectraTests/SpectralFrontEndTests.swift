import AudioTestSupport
import Foundation
import SoundSpectra
import Testing

struct SpectralFrontEndTests {
  private static let rates = [
    8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 96_000, 192_000,
  ]

  private func frames(
    of samples: [Float], sampleRate: Int, in pieces: [Range<Int>]? = nil
  ) -> [LogMelStreamTests.Frame] {
    var frontEnd = SpectralFrontEnd(LogMelConfiguration(), sampleRate: sampleRate)
    var frames: [LogMelStreamTests.Frame] = []
    for piece in pieces ?? [samples.indices] {
      unsafe samples[piece].withUnsafeBufferPointer { samples in
        unsafe frontEnd.process(samples) { bands, frame in
          frames.append(
            .init(bands: unsafe Array(bands), level: frame.level, meanSquare: frame.meanSquare))
        }
      }
    }
    unsafe frontEnd.finish { bands, frame in
      frames.append(
        .init(bands: unsafe Array(bands), level: frame.level, meanSquare: frame.meanSquare))
    }
    return frames
  }

  @Test(arguments: [11_025, 16_000, 44_100, 48_000, 192_000])
  func framesDoNotDependOnThePieces(sampleRate: Int) {
    let samples = SyntheticSound.programme(sampleRate: sampleRate, secondsEach: 0.05)
    let differences = ChunkingVerifier.differences(
      inputLength: samples.count, singleFrames: sampleRate < 100_000
    ) { frames(of: samples, sampleRate: sampleRate, in: $0) }
    #expect(differences == [])
  }

  @Test(arguments: rates)
  func aSecondHasAHundredFramesAtEveryRate(sampleRate: Int) {
    for (seconds, count) in [(1.0, 100), (0.5, 50), (0.011, 2)] {
      let samples = SyntheticSound.noise(seed: 1, count: Int(seconds * Double(sampleRate)))
      #expect(frames(of: samples, sampleRate: sampleRate).count == count, "\(seconds) s")
    }
  }

  /// The same sound, computed at each rate from its formula, gives nearly the same bands.
  @Test(arguments: rates)
  func bandsOfOneSoundAgreeAtEveryRate(sampleRate: Int) {
    func sound(_ rate: Int) -> [Float] {
      SyntheticSound.voice(count: rate, sampleRate: rate)
    }
    let reference = frames(of: sound(16_000), sampleRate: 16_000)
    let other = frames(of: sound(sampleRate), sampleRate: sampleRate)
    #expect(other.count == reference.count)
    // Bands up to 3.4 kHz exist at every rate. Frames that are hardly audible do not count. Where bins
    // do not coincide they are interpolated: one band at the edge of a harmonic may be off by a factor
    // of 2.7, but the mean stays within 7 %.
    var (worst, sum, count) = (0.0, 0.0, 0)
    for (one, same) in zip(reference, other).dropFirst(3).dropLast(3) where one.level > -14 {
      for band in 0..<38 where one.bands[band] > one.level - 4 {
        let difference = Double(abs(one.bands[band] - same.bands[band]))
        worst = max(worst, difference)
        sum += difference
        count += 1
      }
    }
    #expect(count > 500)
    #expect(worst < 1, "\(worst) nepers of power at the worst")
    #expect(sum / Double(count) < 0.07, "\(sum / Double(count)) nepers of power on average")
  }

  @Test(arguments: rates)
  func theLevelOfASineAgreesAtEveryRate(sampleRate: Int) {
    let samples = SyntheticSound.sine(
      1000, amplitude: 0.1, count: sampleRate, sampleRate: sampleRate)
    let levels = frames(of: samples, sampleRate: sampleRate).dropFirst(5).dropLast(5).map { frame in
      10 * log10(Double(frame.meanSquare))
    }
    // -20 dB of amplitude and -3 dB for a sine.
    let comparison = GoldenComparison(
      levels, golden: levels.map { _ in -23.0103 }, tolerance: 0.05)
    #expect(comparison.isWithinTolerance, "\(comparison)")
  }
}
