import AudioTestSupport
import SoundRecognition
import Testing

struct SignatureTests {
  private static let signature = Result {
    try SyntheticSong(seed: 1, seconds: 10).signature()
  }

  @Test func thinningKeepsTheDensityThatItIsNamedAfter() throws {
    let noise = try SyntheticSong.signature(SyntheticSound.noise(seed: 2, count: 320_000))
    for density in PeakDensity.allCases {
      let count = Double(noise.thinned(to: density).peaks.count) / noise.duration
      #expect(abs(count / density.peaksPerSecond - 1) < 0.15, "\(density): \(count)")
    }
  }

  @Test func thinningAgainChangesNothing() throws {
    let reference = try Self.signature.get().asReference
    #expect(reference.asReference == reference)
    #expect(try reference.peaks.count < Self.signature.get().peaks.count)
  }

  @Test func aPartHasTheTimesOfItsOwn() throws {
    let signature = try Self.signature.get()
    let part = signature.part(2000..<5000)
    #expect(part.duration == 3)
    #expect(
      part.peaks.map { $0.time + 2000 }
        == signature.peaks.map(\.time).filter { (2000..<5000).contains($0) })
    #expect(signature.part(9000..<12_000).duration == signature.duration - 9)
    #expect(signature.part(20_000..<21_000) == Signature(peaks: [], sampleCount: 0))
  }

  @Test func slicesComeBackToBack() async throws {
    let signature = try Self.signature.get()
    var parts: [Signature] = []
    for try await part in try signature.slices(from: 1, duration: 2) { parts.append(part) }
    #expect(parts == [1, 3, 5, 7].map { signature.part($0 * 1000..<$0 * 1000 + 2000) })
  }

  @Test func slicesMayOverlapAndBeCutShort() async throws {
    let signature = try Self.signature.get()
    var starts: [Signature] = []
    let slices = try signature.slices(from: 0, duration: 3, stride: 0.5)
    for try await part in slices.prefix(3) { starts.append(part) }
    #expect(starts == [0, 500, 1000].map { signature.part($0..<$0 + 3000) })
  }

  @Test func slicesNeedAStrideThatIsPositive() throws {
    let signature = try Self.signature.get()
    for (start, duration, stride) in [
      (0, 1, 0), (0, 1, -1), (0, 0, 1), (-1, 1, 1), (.nan, 1, 1), (0, .nan, 1), (0, 1, .nan),
    ] as [(Double, Double, Double)] {
      #expect {
        try signature.slices(from: start, duration: duration, stride: stride)
      } throws: { error in
        (error as? RecognitionError)?.code == .signatureDurationInvalid
      }
    }
  }
}
