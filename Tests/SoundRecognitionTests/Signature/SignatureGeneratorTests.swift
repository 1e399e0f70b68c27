import AudioTestSupport
import Foundation
import SoundRecognition
import SoundSignal
import Testing

struct SignatureGeneratorTests {
  private static let song = SyntheticSong(seed: 8, seconds: 4)

  @Test(arguments: [8_000, 16_000, 44_100, 48_000])
  func theSignatureDoesNotDependOnTheBuffers(rate: Int) throws {
    let samples = Self.song.samples(seconds: 2.5, sampleRate: rate)
    let differences = try ChunkingVerifier.differences(
      inputLength: samples.count, singleFrames: rate == 8_000
    ) { pieces in
      let generator = SignatureGenerator()
      for piece in pieces {
        try generator.append(
          PCMBuffer(Array(samples[piece]), sampleRate: rate),
          at: StreamTime(frame: Int64(piece.lowerBound), sampleRate: rate))
      }
      return generator.signature().peaks
    }
    #expect(differences == [])
  }

  @Test func theSignatureMayBeAskedForAtAnyTime() throws {
    let samples = Self.song.samples()
    let generator = SignatureGenerator()
    #expect(generator.signature() == Signature(peaks: [], sampleCount: 0))
    var durations: [Double] = []
    for start in stride(from: 0, to: samples.count, by: 16_000) {
      try generator.append(
        PCMBuffer(Array(samples[start..<start + 16_000]), sampleRate: 16_000), at: nil)
      durations.append(generator.signature().duration)
      #expect(generator.signature() == generator.signature())
    }
    #expect(durations == [1, 2, 3, 4])
    #expect(try generator.signature() == SyntheticSong.signature(samples))
  }

  @Test(arguments: [8_000, 11_025, 12_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000, 192_000])
  func everyRateGivesNearlyTheSamePeaks(rate: Int) throws {
    let reference = try Self.song.signature().thinned(to: .perSecond30)
    let signature = try SyntheticSong.signature(
      Self.song.samples(sampleRate: rate), sampleRate: rate)
    // Peaks above the band of a low rate are missing.
    let band = Double(rate) * 0.4 / 7.8125 * 16
    let expected = reference.peaks.filter { Double($0.frequency) < band }
    let found = expected.filter { peak in
      signature.peaks.contains {
        abs($0.time - peak.time) <= 4
          && abs(Int($0.frequency) - Int(peak.frequency)) <= 2
      }
    }
    let share = Double(found.count) / Double(expected.count)
    #expect(share > 0.95, "\(found.count) of \(expected.count)")
    #expect(abs(signature.duration - 4) < 0.001)
  }

  @Test func channelsAreHeardEquallyInEveryFormat() throws {
    let samples = Self.song.samples()
    let expected = try SyntheticSong.signature(samples.map { Float(Int16($0 * 32_767)) / 32_768 })
    // The song is in one of two channels, at twice the level.
    let interleaved = samples.flatMap { [Int16(0), Int16($0 * 32_767)] }
    let generator = SignatureGenerator()
    let halved = try SyntheticSong.signature(
      samples.map { Float(Int16($0 * 32_767)) / 65_536 })
    try generator.append(
      PCMBuffer(interleaved, sampleRate: 16_000, channelCount: 2), at: nil)
    #expect(generator.signature() == halved)
    let doubles = SignatureGenerator()
    try doubles.append(
      PCMBuffer(samples.map { Double(Int16($0 * 32_767)) / 32_768 }, sampleRate: 16_000), at: nil)
    #expect(doubles.signature() == expected)
  }

  @Test func digitalSilenceAtTheEndDoesNotCount() throws {
    let silence = SyntheticSound.silence(count: 32_000)
    #expect(try SyntheticSong.signature(silence) == Signature(peaks: [], sampleCount: 0))
    let sound = SyntheticSound.noise(seed: 6, count: 16_000)
    #expect(try SyntheticSong.signature(sound + silence).duration == 1)
    #expect(try SyntheticSong.signature(silence + sound).duration == 3)
  }

  @Test func aGapIsAnErrorAndLeavesTheSignatureAlone() throws {
    let buffer = try PCMBuffer(Self.song.samples(), sampleRate: 16_000)
    let generator = SignatureGenerator()
    try generator.append(buffer, at: StreamTime(frame: 1000, sampleRate: 16_000))
    for frame in [64_000, 65_050, 0, 70_000] as [Int64] {
      #expect {
        try generator.append(buffer, at: StreamTime(frame: frame, sampleRate: 16_000))
      } throws: { error in
        (error as? RecognitionError)?.code == .audioDiscontinuity
      }
    }
    #expect(generator.signature().duration == 4)
    // Another clock may say the same time a little rounded.
    try generator.append(buffer, at: StreamTime(seconds: 4.0625, sampleRate: 1000))
    try generator.append(buffer, at: nil)
    try generator.append(buffer, at: StreamTime(frame: 193_000, sampleRate: 16_000))
    #expect(generator.signature().duration == 16)
  }

  @Test func theFirstBufferBindsTheFormat() throws {
    let generator = SignatureGenerator()
    try generator.append(PCMBuffer([0.1, 0.2] as [Float], sampleRate: 16_000), at: nil)
    for buffer in [
      try PCMBuffer([0.1] as [Float], sampleRate: 44_100),
      try PCMBuffer([1] as [Int16], sampleRate: 16_000),
      try PCMBuffer([0.1, 0.2] as [Float], sampleRate: 16_000, channelCount: 2),
    ] { expectInvalidFormat { try generator.append(buffer, at: nil) } }
    for rate in [4_000, 7_999, 192_001] {
      let buffer = try PCMBuffer([0.1] as [Float], sampleRate: rate)
      expectInvalidFormat { try SignatureGenerator().append(buffer, at: nil) }
    }
  }

  private func expectInvalidFormat(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) {
    #expect(sourceLocation: sourceLocation) {
      try body()
    } throws: { error in
      (error as? RecognitionError)?.code == .invalidAudioFormat
    }
  }

  /// Peaks of a sound as they were when the format was new. Signatures in catalogs were made so: a wrong
  /// window or a shifted frame costs matches and no other test sees it. Rounding may differ between
  /// processors, hence not all of them.
  @Test func theSignatureOfASoundIsWhatItWas() throws {
    let golden = try Signature(dataRepresentation: #require(Data(base64Encoded: Golden.sound)))
    let count = 2 * 44_100
    var samples = SyntheticSound.noise(seed: 5, count: count, amplitude: 0.02)
    for (low, high) in [(100.0, 5000.0), (3000, 200)] {
      let chirp = SyntheticSound.chirp(
        from: low, to: high, amplitude: 0.1, count: count, sampleRate: 44_100)
      for index in samples.indices { samples[index] += chirp[index] }
    }
    let signature = try SyntheticSong.signature(samples, sampleRate: 44_100)
    let same = Set(golden.peaks).intersection(signature.peaks).count
    #expect(same * 100 >= golden.peaks.count * 98, "\(same) of \(golden.peaks.count) peaks")
    #expect(abs(signature.peaks.count - golden.peaks.count) < 5)
    #expect(signature.duration == golden.duration)
  }
}
