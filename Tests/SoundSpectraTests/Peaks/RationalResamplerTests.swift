import AudioTestSupport
import SoundSpectra
import Testing

struct RationalResamplerTests {
  private func resample(_ samples: [Float], from rate: Int) -> [Float] {
    var resampler = RationalResampler(from: rate, to: 16_000, passband: 5_350)
    var output: [Float] = []
    unsafe samples.withUnsafeBufferPointer { unsafe resampler.process($0, into: &output) }
    return output
  }

  @Test(arguments: [8_000, 11_025, 12_000, 22_050, 44_100, 44_099, 48_000, 96_000, 192_000])
  func aToneKeepsItsLevelAndItsTime(rate: Int) {
    for frequency in [100, 1000, min(5_200, Double(rate) * 0.44)] {
      let input = SyntheticSound.sine(frequency, count: rate, sampleRate: rate)
      let expected = SyntheticSound.sine(frequency, count: 16_000, sampleRate: 16_000)
      let output = resample(input, from: rate)
      // Behind the onset, which has all frequencies.
      let worst = zip(output, expected)[500..<15_000].map { abs($0 - $1) }.max() ?? 1
      #expect(worst < 0.005, "\(frequency) Hz: off by \(worst)")
    }
  }

  @Test(arguments: [44_100, 48_000, 96_000])
  func whatWouldFoldIntoTheBandIsGone(rate: Int) {
    for frequency in [10_700.0, 12_000, 16_000, 20_000] {
      let input = SyntheticSound.sine(frequency, count: rate, sampleRate: rate)
      let loudest = resample(input, from: rate)[500...].map(abs).max() ?? 1
      #expect(loudest < 0.5e-3, "\(frequency) Hz leaves \(loudest)")
    }
  }

  @Test(arguments: [8_000, 44_100, 192_000])
  func theCutsDoNotMatter(rate: Int) {
    let samples = SyntheticSound.noise(seed: 1, count: 20_000)
    let differences = ChunkingVerifier.differences(inputLength: samples.count) { pieces in
      var resampler = RationalResampler(from: rate, to: 16_000, passband: 5_350)
      var output: [Float] = []
      for piece in pieces {
        unsafe samples.withUnsafeBufferPointer { samples in
          unsafe resampler.process(UnsafeBufferPointer(rebasing: samples[piece]), into: &output)
        }
      }
      return output
    }
    #expect(differences == [])
  }
}

private func zip(_ a: [Float], _ b: [Float]) -> [(Float, Float)] { Array(Swift.zip(a, b)) }
