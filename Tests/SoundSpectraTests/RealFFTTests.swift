import AudioTestSupport
import Foundation
import SoundSpectra
import Testing

/// Every backend passes the same tests: FFTW and the plain-Swift transform that stands in for it.
struct RealFFTTests {
  enum Backend: String, CaseIterable, Sendable { case production, plain }

  private static let smallLengths = [2, 4, 6, 8, 10, 12, 14, 16, 22, 26, 30, 34, 62, 96, 100, 210]
  private static let usedLengths = [256, 384, 400, 512, 768, 1024, 1440, 1536, 3072]

  private func transform(_ samples: [Float], _ backend: Backend) -> [Float] {
    func run(
      _ input: UnsafeMutablePointer<Float>, _ output: UnsafeMutablePointer<Float>,
      _ execute: () -> Void
    ) -> [Float] {
      for index in samples.indices { unsafe input[index] = samples[index] }
      execute()
      let survivors = samples.indices.map { unsafe input[$0] }
      #expect(survivors == samples)
      return (0..<samples.count + 2).map { unsafe output[$0] }
    }
    switch backend {
    case .production:
      var fft = RealFFT(length: samples.count)
      return unsafe run(fft.samples, fft.spectrum) { fft.transform() }
    case .plain:
      var fft = PlainRealFFT(length: samples.count)
      return unsafe run(fft.samples, fft.spectrum) { fft.transform() }
    }
  }

  /// The definition, in double precision.
  private func naiveTransform(_ samples: [Float]) -> [Double] {
    let count = samples.count
    let (cosines, sines) = (
      (0..<count).map { cos(2 * Double.pi * Double($0) / Double(count)) },
      (0..<count).map { sin(2 * Double.pi * Double($0) / Double(count)) }
    )
    return (0...count / 2).flatMap { bin in
      var (real, imaginary) = (0.0, 0.0)
      for n in 0..<count {
        real += Double(samples[n]) * cosines[bin * n % count]
        imaginary -= Double(samples[n]) * sines[bin * n % count]
      }
      return [real, imaginary]
    }
  }

  @Test(arguments: [2, 4, 96, 400, 2048])
  func samplesInPairsAreTransformedAsComplexOnes(length: Int) {
    let samples = SyntheticSound.noise(seed: UInt64(length), count: length, amplitude: 1)
    // Even and odd samples by themselves; what is complex is the sum.
    func part(_ offset: Int) -> [Double] {
      let part = stride(from: offset, to: length, by: 2).map { samples[$0] }
      let transform = part.count == 1 ? [Double(part[0]), 0] : naiveTransform(part)
      return (0..<length / 2).flatMap { bin in
        let mirror = bin <= length / 4 ? bin : length / 2 - bin
        let sign: Double = bin == mirror ? 1 : -1
        return [transform[2 * mirror], sign * transform[2 * mirror + 1]]
      }
    }
    let (even, odd) = (part(0), part(1))
    var golden: [Double] = []
    for real in stride(from: 0, to: length, by: 2) {
      golden.append(even[real] - odd[real + 1])
      golden.append(even[real + 1] + odd[real])
    }
    var production = PairedFFT(length: length)
    var plain = PlainRealFFT(length: length)
    for index in samples.indices {
      unsafe production.samples[index] = samples[index]
      unsafe plain.samples[index] = samples[index]
    }
    production.transformPairs()
    plain.transformPairs()
    let results = (
      (0..<length).map { unsafe production.pairs[$0] }, (0..<length).map { unsafe plain.pairs[$0] }
    )
    for result in [results.0, results.1] {
      let comparison = GoldenComparison(
        result, golden: golden,
        tolerance: 4e-7 * Double(length).squareRoot() * 4)
      #expect(comparison.isWithinTolerance, "\(comparison)")
    }
  }

  @Test(arguments: Backend.allCases, smallLengths + usedLengths)
  func theTransformIsThatOfTheDefinition(backend: Backend, length: Int) {
    let samples = SyntheticSound.noise(seed: UInt64(length), count: length, amplitude: 1)
    let comparison = GoldenComparison(
      transform(samples, backend), golden: naiveTransform(samples),
      // Rounding grows with the root of the number of additions: 24 bits of about sqrt(length).
      tolerance: 4e-7 * Double(length).squareRoot() * 4)
    #expect(comparison.isWithinTolerance, "\(comparison)")
  }

  @Test func plainSwiftAgreesWithTheProductionTransformAtEveryEvenLength() {
    for length in stride(from: 2, through: 300, by: 2) {
      let samples = SyntheticSound.noise(seed: UInt64(length), count: length, amplitude: 1)
      let comparison = GoldenComparison(
        transform(samples, .plain), golden: transform(samples, .production).map { Double($0) },
        tolerance: 3e-6 * Double(length).squareRoot())
      #expect(comparison.isWithinTolerance, "length \(length): \(comparison)")
    }
  }

  @Test(arguments: Backend.allCases)
  func anImpulseIsFlat(backend: Backend) {
    var samples = [Float](repeating: 0, count: 48)
    samples[0] = 1
    #expect(transform(samples, backend) == (0..<25).flatMap { _ in [Float(1), 0] })
  }

  @Test(arguments: Backend.allCases)
  func twoTransformsOfOneSoundAreEqualBitForBit(backend: Backend) {
    let samples = SyntheticSound.noise(seed: 3, count: 768)
    #expect(transform(samples, backend) == transform(samples, backend))
  }

  /// FFTW's planner must never be entered twice at once.
  @Test func transformsOfManyThreadsDoNotDisturbOneAnother() async {
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          let lengths = stride(from: 310, to: 340, by: 2)
          return lengths.allSatisfy { length in
            let samples = SyntheticSound.noise(seed: UInt64(task), count: length)
            let spectrum = transform(samples, .production)
            let golden = transform(samples, .plain).map { Double($0) }
            return GoldenComparison(spectrum, golden: golden, tolerance: 1e-4).isWithinTolerance
          }
        }
      }
      for await agrees in group { #expect(agrees) }
    }
  }
}
