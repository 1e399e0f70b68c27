import AudioTestSupport
import Foundation
import SoundSpectra
import Testing

struct HalfBandDecimatorTests {
  private func decimate(_ input: [Float], in pieces: [Range<Int>]? = nil) -> [Float] {
    let decimator = HalfBandDecimator(maximumInput: max(input.count, 16))
    var output: [Float] = []
    for piece in pieces ?? [input.indices] {
      var room = [Float](repeating: .nan, count: piece.count / 2 + 1)
      let count = unsafe input[piece].withUnsafeBufferPointer { input in
        unsafe room.withUnsafeMutableBufferPointer { unsafe decimator.process(input, into: $0) }
      }
      output += room[..<count]
    }
    return output
  }

  /// The gain of the filter for a sine, in decibels, wherever it folds to: the sine's amplitude under a
  /// Hann window, which keeps the stretch's edges out of the measurement.
  private func gain(at frequency: Double) -> Double {
    let input = SyntheticSound.sine(2 * frequency, amplitude: 1, count: 20_000, sampleRate: 2)
    let output = decimate(input).dropFirst(200)
    var (real, imaginary, sum) = (0.0, 0.0, 0.0)
    for (index, value) in output.enumerated() {
      let weight = 1 - cos(2 * .pi * Double(index) / Double(output.count))
      let phase = 4 * .pi * frequency * Double(index)
      real += weight * Double(value) * cos(phase)
      imaginary += weight * Double(value) * sin(phase)
      sum += weight
    }
    return 20 * log10(2 * (real * real + imaginary * imaginary).squareRoot() / sum)
  }

  @Test func theBandThatIsAnalyzedPassesUnchanged() {
    var worst = 0.0
    for step in 1...36 {
      let gain = gain(at: 0.005 * Double(step) - 0.0007)
      worst = max(worst, abs(gain))
    }
    #expect(worst < 0.001, "\(worst) dB")
  }

  /// The target: a stop band of at least 80 dB, where it would fold onto the analyzed band.
  @Test func whatFoldsOntoTheAnalyzedBandIsLoweredBy80Decibels() {
    var worst = -Double.infinity
    for step in 0...36 {
      let gain = gain(at: min(0.32 + 0.005 * Double(step), 0.4993))
      worst = max(worst, gain)
    }
    #expect(worst < -80, "\(worst) dB")
  }

  @Test func aConstantKeepsItsValue() throws {
    let output = decimate([Float](repeating: 0.5, count: 1000))
    let last = try #require(output.last)
    #expect(abs(last - 0.5) < 1e-6, "\(last)")
  }

  @Test func anImpulseComesOutWhereItWentIn() {
    var input = [Float](repeating: 0, count: 400)
    input[100] = 1
    let output = decimate(input)
    #expect(output[50] == 0.5)
    #expect(output.indices.max { output[$0] < output[$1] } == 50)
  }

  @Test func outputsLagByHalfTheFilter() {
    for count in [1, 20, 21, 22, 23, 24, 100, 101] {
      let given = decimate([Float](repeating: 1, count: count)).count
      let wanted = max(0, (count - HalfBandDecimator.halfLength + 1) / 2)
      #expect(given == wanted, "of \(count) samples")
    }
  }

  @Test func outputsDoNotDependOnThePieces() {
    let input = SyntheticSound.noise(seed: 1, count: 20_000)
    let differences = ChunkingVerifier.differences(inputLength: input.count) {
      decimate(input, in: $0)
    }
    #expect(differences == [])
  }
}
