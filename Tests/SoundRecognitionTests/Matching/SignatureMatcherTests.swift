import AudioTestSupport
import SoundRecognition
import Testing

struct SignatureMatcherTests {
  private static let songs = (1...6).map { SyntheticSong(seed: UInt64($0), seconds: 20) }
  private static let index = Result {
    InMemoryIndex(try songs.map { try $0.signature() })
  }

  private func matches(_ samples: [Float]) throws -> [ReferenceMatch] {
    try SignatureMatcher().matches(
      for: SyntheticSong.signature(samples), in: Self.index.get())
  }

  @Test(arguments: [0, 3, 5])
  func anExcerptIsFoundAtItsPlace(song: Int) throws {
    let found = try matches(Self.songs[song].samples(from: 7.31, seconds: 5))
    let best = try #require(found.first)
    #expect(best.reference == UInt32(song))
    #expect(abs(best.offset - 7.31) < 0.02, "\(best)")
    #expect(abs(best.frequencySkew) < 0.0005, "\(best)")
    #expect(abs(best.timeStretch) < 0.002, "\(best)")
    #expect(best.confidence > 0.99)
    #expect(best.survivingShare >= 0.85)
  }

  @Test(arguments: [-0.06, -0.03, 0.01, 0.05])
  func aFasterOrSlowerExcerptIsFoundWithItsSpeed(skew: Double) throws {
    let found = try matches(Self.songs[2].samples(from: 4, seconds: 6, speed: 1 + skew))
    let best = try #require(found.first)
    #expect(best.reference == 2)
    #expect(abs(best.offset - 4) < 0.03, "\(best)")
    #expect(abs(best.frequencySkew - skew) < 0.0005, "\(best)")
    #expect(abs(best.timeStretch - skew) < 0.002, "\(best)")
  }

  @Test func anExcerptInNoiseIsFound() throws {
    var samples = Self.songs[1].samples(from: 3, seconds: 8)
    for (index, noise) in SyntheticSound.noise(seed: 3, count: samples.count).enumerated() {
      samples[index] += noise
    }
    let best = try #require(try matches(samples).first)
    #expect(best.reference == 1)
    #expect(abs(best.offset - 3) < 0.03, "\(best)")
    #expect(best.survivingShare < 0.95)
  }

  @Test func aQueryThatBeginsBeforeTheReferenceHasANegativeOffset() throws {
    let silence = SyntheticSound.noise(seed: 9, count: 32_000, amplitude: 0.001)
    let best = try #require(
      try matches(silence + Self.songs[4].samples(from: 0, seconds: 4)).first)
    #expect(best.reference == 4)
    #expect(abs(best.offset + 2) < 0.03, "\(best)")
  }

  @Test func unknownSongsAndNoiseAreNotFound() throws {
    for seed in 100..<112 as Range<UInt64> {
      let stranger = SyntheticSong(seed: seed, seconds: 6)
      #expect(try matches(stranger.samples()).isEmpty, "seed \(seed)")
    }
    #expect(try matches(SyntheticSound.noise(seed: 4, count: 80_000)).isEmpty)
    #expect(try matches(SyntheticSound.silence(count: 80_000)).isEmpty)
  }

  @Test func everyReferenceThatMatchesIsReturnedBestFirst() throws {
    // The second reference is the first in noise.
    var noisy = Self.songs[0].samples()
    for (index, noise) in SyntheticSound.noise(seed: 5, count: noisy.count, amplitude: 0.03)
      .enumerated()
    { noisy[index] += noise }
    let index = InMemoryIndex([
      try SyntheticSong.signature(noisy), try Self.songs[1].signature(),
      try Self.songs[0].signature(),
    ])
    let query = try SyntheticSong.signature(Self.songs[0].samples(from: 5, seconds: 6))
    let found = try SignatureMatcher().matches(for: query, in: index)
    #expect(found.prefix(2).map(\.reference) == [2, 0])
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.score >= $1.score })
  }

  @Test func aPartThatComesTwiceIsFoundTwice() throws {
    let part = Self.songs[3].samples(from: 2, seconds: 5)
    let between = Self.songs[5].samples(from: 0, seconds: 3)
    let index = InMemoryIndex([try SyntheticSong.signature(part + between + part)])
    let query = try SyntheticSong.signature(Self.songs[3].samples(from: 2.5, seconds: 4))
    let offsets = try SignatureMatcher().matches(for: query, in: index).map(\.offset).sorted()
    try #require(offsets.count == 2, "\(offsets)")
    #expect(abs(offsets[0] - 0.5) < 0.03 && abs(offsets[1] - 8.5) < 0.03, "\(offsets)")
  }

  @Test func anEmptyQueryOrIndexMatchesNothing() throws {
    let empty = Signature(peaks: [], sampleCount: 0)
    let song = try Self.songs[0].signature()
    #expect(try SignatureMatcher().matches(for: empty, in: Self.index.get()).isEmpty)
    #expect(try SignatureMatcher().matches(for: song, in: InMemoryIndex([])).isEmpty)
    #expect(try SignatureMatcher().matches(for: song, in: InMemoryIndex([empty])).isEmpty)
  }

  @Test func aQueryOfAWeekTakesLittleMemory() throws {
    let last = SpectralPeak(time: 600_000_000, frequency: 1000, rank: 0)
    let week = Signature(peaks: [last], sampleCount: Signature.maximumSampleCount)
    #expect(try SignatureMatcher().matches(for: week, in: Self.index.get()).isEmpty)
  }
}
