import AudioTestSupport
import Foundation
import SoundRecognition
import Testing

struct SignatureCodingTests {
  private static let small = Signature(
    peaks: [
      SpectralPeak(time: 12, frequency: 1600, rank: 0),
      SpectralPeak(time: 12, frequency: 4001, rank: 7),
      SpectralPeak(time: 138, frequency: 80, rank: 3),
      SpectralPeak(time: 1000, frequency: 10_000, rank: 5),
    ], sampleCount: 32_000)

  private static func random(seed: UInt64, seconds: Int) -> Signature {
    var generator = SeededGenerator(seed: seed)
    var time: Int32 = 0
    var peaks: [SpectralPeak] = []
    while time < Int32(seconds) * 1000 {
      peaks.append(
        SpectralPeak(
          time: time, frequency: .random(in: 80..<10_752, using: &generator),
          rank: .random(in: 0...7, using: &generator)))
      time += Int32.random(in: 1...300, using: &generator)
    }
    return Signature(peaks: peaks, sampleCount: seconds * 16_000)
  }

  /// Written down once: whoever changes these bytes makes everybody's catalogs unreadable.
  @Test func theBytesOfASmallSignature() throws {
    let bytes = try #require(Data(base64Encoded: Golden.small))
    #expect(Self.small.dataRepresentation.base64EncodedString() == Golden.small)
    #expect(try Signature(dataRepresentation: bytes) == Self.small)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func aSignatureSurvivesBeingWrittenAndRead(seed: UInt64) throws {
    let signature = Self.random(seed: seed, seconds: 60)
    let bytes = signature.dataRepresentation
    let copy = try Signature(dataRepresentation: bytes)
    #expect(copy == signature)
    #expect(copy.dataRepresentation == bytes)
  }

  @Test func pausesOfAnyLengthSurvive() throws {
    for pause in [126, 127, 128, 254, 127 * 131_072, 127 * 131_072 + 127, 600_000_000] as [Int32] {
      let peaks = [0, pause].map { SpectralPeak(time: $0, frequency: 100, rank: 1) }
      let signature = Signature(peaks: peaks, sampleCount: Signature.maximumSampleCount)
      #expect(try Signature(dataRepresentation: signature.dataRepresentation) == signature)
      #expect(signature.dataRepresentation.count < 28 + 3 * 50)
    }
  }

  @Test func everyTruncationIsAnError() {
    let bytes = Self.small.dataRepresentation
    for count in 0..<bytes.count { expectInvalid(bytes.prefix(count)) }
    expectInvalid(bytes + [0])
  }

  @Test func everyFlippedBitIsAnError() {
    let bytes = Self.small.dataRepresentation
    for bit in 0..<bytes.count * 8 {
      var damaged = bytes
      damaged[damaged.startIndex + bit / 8] ^= 1 << UInt8(bit % 8)
      expectInvalid(damaged)
    }
  }

  @Test func contradictoryPeaksAreAnErrorEvenWithARightChecksum() {
    let peak = SpectralPeak(time: 5, frequency: 100, rank: 0)
    let late = SpectralPeak(time: 5000, frequency: 100, rank: 0)
    let low = SpectralPeak(time: 5, frequency: 3, rank: 0)
    for peaks in [[peak, peak], [late], [low]] {
      expectInvalid(Signature(peaks: peaks, sampleCount: 16_000).dataRepresentation)
    }
  }

  @Test func aNewerVersionIsNamed() {
    var bytes = Self.small.dataRepresentation
    bytes[8] = 2
    #expect { try Signature(dataRepresentation: bytes) } throws: { error in
      "\(error)".contains("version 2")
    }
  }

  @Test func aSecondTakesLessThanTwoKilobytes() throws {
    let noise = SyntheticSound.noise(seed: 1, count: 160_000)
    let signature = try SyntheticSong.signature(noise)
    #expect(signature.dataRepresentation.count < 10 * 500)
    #expect(signature.asReference.dataRepresentation.count < 10 * 120)
  }

  private func expectInvalid(
    _ bytes: Data, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(sourceLocation: sourceLocation) {
      try Signature(dataRepresentation: bytes)
    } throws: { error in
      (error as? RecognitionError)?.code == .signatureInvalid
    }
  }
}
