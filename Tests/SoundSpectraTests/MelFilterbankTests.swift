import AudioTestSupport
import Foundation
import SoundSpectra
import Testing

struct MelFilterbankTests {
  private func row(_ bank: MelFilterbank, _ band: Int, bins: Int) -> [Float] {
    var row = [Float](repeating: 0, count: bins + 4)
    for index in Int(bank.offsets[band])..<Int(bank.offsets[band + 1]) {
      row[Int(bank.firstBins[band]) + index - Int(bank.offsets[band])] = bank.weights[index]
    }
    return row
  }

  /// Triangles between neighbouring centres on the mel scale, straight from the definition.
  @Test func bandsAreTrianglesOnTheMelScale() {
    let configuration = LogMelConfiguration()
    let bank = MelFilterbank(configuration, sampleRate: 16_000, fftLength: 512)
    func mel(_ frequency: Double) -> Double { 2595 * log10(1 + frequency / 700) }
    func frequency(_ mel: Double) -> Double { 700 * (pow(10, mel / 2595) - 1) }
    let (low, high) = (mel(60), mel(7800))
    for band in 0..<64 {
      let edges = (0..<3).map { frequency(low + (high - low) * Double(band + $0) / 65) }
      let wanted = (0..<261).map { bin in
        let place = Double(bin) * 16_000 / 512
        let (rise, fall) = (
          (place - edges[0]) / (edges[1] - edges[0]), (edges[2] - place) / (edges[2] - edges[1])
        )
        return bin > 256 ? 0 : max(0, min(rise, fall))
      }
      // 2595 log10 and 1127 ln differ in the sixth digit.
      let comparison = GoldenComparison(
        row(bank, band, bins: 257), golden: wanted, tolerance: 1e-3)
      #expect(comparison.isWithinTolerance, "band \(band): \(comparison)")
    }
  }

  @Test(arguments: [(16_000, 512), (8_000, 256), (22_050, 768), (24_000, 768), (39_999, 1536)])
  func runsOfWeightsAreWholeFoursInsideTheSpectrum(sampleRate: Int, fftLength: Int) {
    let bank = MelFilterbank(LogMelConfiguration(), sampleRate: sampleRate, fftLength: fftLength)
    #expect(bank.bandCount == 64)
    #expect(bank.offsets.count == 65)
    for band in 0..<64 {
      let count = Int(bank.offsets[band + 1] - bank.offsets[band])
      #expect(count >= 4 && count.isMultiple(of: 4))
      // Runs may reach four bins beyond the spectrum, where the kernel has zeros.
      #expect(Int(bank.firstBins[band]) + count <= fftLength / 2 + 1 + 4)
    }
    #expect(bank.weights.allSatisfy { $0 >= 0 && $0.isFinite })
  }

  /// The sum of a band's weights, times the width of a bin, is its share of a flat spectrum.
  @Test func aFlatSpectrumGivesEveryBandTheSameAtEveryRate() {
    let defining = MelFilterbank(LogMelConfiguration(), sampleRate: 16_000, fftLength: 512)
    for (sampleRate, fftLength) in [(22_050, 768), (24_000, 768), (32_000, 1024), (39_000, 1536)] {
      let other = MelFilterbank(
        LogMelConfiguration(), sampleRate: sampleRate, fftLength: fftLength)
      for band in 0..<64 {
        let sums = [defining, other].map { bank in
          row(bank, band, bins: 800).reduce(0.0) { $0 + Double($1) }
        }
        #expect(abs(sums[0] - sums[1]) < 1e-4, "band \(band) at \(sampleRate)")
      }
    }
  }

  @Test func bandsAboveTheSpectrumAreEmpty() {
    let bank = MelFilterbank(LogMelConfiguration(), sampleRate: 8_000, fftLength: 256)
    #expect(row(bank, 63, bins: 129).allSatisfy { $0 == 0 })
    #expect(!row(bank, 20, bins: 129).allSatisfy { $0 == 0 })
  }
}
