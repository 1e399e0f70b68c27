import AudioTestSupport
import Foundation
import Testing

@testable import SoundRecognition

struct LargeCatalogSearchTests {
  private static let songs = (0..<40).map {
    SyntheticSignature.make(seed: UInt64($0), seconds: 60)
  }
  private static let everything = LargeCatalogRound(
    isSkewed: false, density: .perSecond30, partners: 3, budget: 1 << 40, limit: 10, convincing: 0)

  /// The songs in three segments, the second of which lacks the fifth of its songs.
  private func index() throws -> SegmentedIndex {
    SegmentedIndex(
      try [0..<12, 12..<30, 30..<40].map { numbers in
        var builder = CatalogSegmentBuilder()
        for song in Self.songs[numbers] {
          try builder.add(id: UUID(), signature: song.asReference, mediaItems: [])
        }
        var part = SegmentedIndex.Part(try CatalogSegment(CatalogBytes(builder.bytes())))
        if numbers.lowerBound == 12 { part.removed.insert(4) }
        return part
      })
  }

  /// What a song sounds like from a millisecond on, when it plays faster.
  private func excerpt(
    _ song: Int, from start: Int, seconds: Int = 8, speed: Double = 1, pitch: Double = 1
  ) -> Signature {
    let length = Int(Double(seconds * 1000) * speed)
    let part = Self.songs[song].part(start..<start + length)
    return Signature(
      peaks: part.peaks.compactMap { peak in
        let frequency = Int((Double(peak.frequency) * pitch).rounded())
        guard PeakGrid.frequencies.contains(frequency) else { return nil }
        return SpectralPeak(
          time: Int32(Double(peak.time) / speed), frequency: UInt16(frequency), rank: peak.rank)
      }, sampleCount: seconds * PeakGrid.sampleRate)
  }

  @Test(arguments: [0, 11, 12, 29, 39])
  func anExcerptIsFoundAtItsPlaceInEverySegment(song: Int) throws {
    let found = try LargeCatalogSearch(index())
      .candidates(for: excerpt(song, from: 20_000), Self.everything)
    let best = try #require(found.first)
    #expect(best.reference == UInt32(song))
    #expect(abs(best.start - 20_000 / 16) < 4, "\(best)")
    #expect(best.strength > 100, "\(best)")
  }

  @Test func aQueryThatBeginsBeforeTheReferenceIsFoundInIt() throws {
    let late = excerpt(30, from: 0)
    let query = Signature(
      peaks: late.peaks.map {
        SpectralPeak(time: $0.time + 3000, frequency: $0.frequency, rank: $0.rank)
      }, sampleCount: 11 * PeakGrid.sampleRate)
    let best = try #require(
      try LargeCatalogSearch(index()).candidates(for: query, Self.everything).first)
    #expect(best.reference == 30)
    #expect(abs(best.start + 3000 / 16) < 4, "\(best)")
  }

  @Test(arguments: [(1.04, 1.04), (0.95, 0.95), (1.0, 1.0595), (0.95, 1.0)])
  func aFasterOrHigherExcerptIsFoundWithItsSpeed(speed: Double, pitch: Double) throws {
    var round = Self.everything
    round.isSkewed = true
    round.partners = 2
    let query = excerpt(17, from: 9_000, speed: speed, pitch: pitch)
    let best = try #require(try LargeCatalogSearch(index()).candidates(for: query, round).first)
    #expect(best.reference == 17)
    #expect(abs(best.start - 9_000 / 16) < 12, "\(best)")
    #expect(abs(Double(best.stretch) - speed) < 0.006, "\(best)")
    #expect(abs(Double(best.skew) - pitch) < 0.006, "\(best)")
  }

  @Test func whatWasRemovedIsNotFound() throws {
    let found = try LargeCatalogSearch(index())
      .candidates(for: excerpt(16, from: 20_000), Self.everything)
    #expect(!found.contains { $0.reference == 16 })
    let neighbour = try LargeCatalogSearch(index())
      .candidates(for: excerpt(17, from: 20_000), Self.everything)
    #expect(neighbour.first?.reference == 17)
  }

  @Test func fewPostingsSufficeAndNoneFindNothing() throws {
    let search = try LargeCatalogSearch(index())
    let query = excerpt(22, from: 31_000)
    var round = Self.everything
    func votes(_ budget: Int) throws -> Float {
      round.budget = budget
      let best = try search.candidates(for: query, round).first
      return best?.reference == 22 ? best?.strength ?? 0 : 0
    }
    let votes = try [-1, 30_000, 90_000, 1 << 40].map(votes)
    #expect(votes[0] == 0)
    #expect(votes[1] >= 3)
    #expect(votes == votes.sorted(), "\(votes)")
    #expect(votes[3] > votes[1], "\(votes)")
  }

  @Test func noMoreCandidatesComeThanAreWanted() throws {
    var round = Self.everything
    round.limit = 1
    #expect(
      try LargeCatalogSearch(index()).candidates(for: excerpt(3, from: 5_000), round).count == 1)
  }

  @Test func theRoundsEndInTheSameAnswerAsASearchOfEverything() throws {
    let index = try index()
    let matcher = SignatureMatcher()
    for (speed, pitch) in [(1.0, 1.0), (1.03, 1.03), (1.0, 0.95)] {
      let query = excerpt(25, from: 12_000, speed: speed, pitch: pitch)
      let verifier = CandidateVerifier(QueryPeaks(query))
      let found = try matcher.verified(query, verifier, in: LargeCatalogSearch(index))
      let best = try #require(found.max { $0.score < $1.score })
      let same = try #require(try matcher.matches(for: query, in: index).first)
      #expect(best.alignment.reference == 25)
      #expect(abs(best.match.offset - same.offset) < 0.01, "\(best.match.offset), \(same.offset)")
      #expect(abs(best.score - same.score) < 0.1, "\(best.score), \(same.score)")
    }
  }

  @Test func keysOutOfOrderDoNoHarm() throws {
    var builder = CatalogSegmentBuilder()
    for song in Self.songs[..<8] {
      try builder.add(id: UUID(), signature: song.asReference, mediaItems: [])
    }
    var bytes = try builder.bytes()
    let segment = try CatalogSegment(CatalogBytes(bytes))
    // Nobody asks for the checksums of the columns before they are read.
    for place in segment.keys.bytes(of: 0..<segment.postingCount) {
      bytes[place] = .random(in: 0...255)
    }
    let damaged = SegmentedIndex([.init(try CatalogSegment(CatalogBytes(bytes)))])
    var round = Self.everything
    for isSkewed in [false, true] {
      round.isSkewed = isSkewed
      let found = try LargeCatalogSearch(damaged).candidates(for: excerpt(3, from: 5_000), round)
      #expect(found.count <= round.limit)
    }
  }

  @Test func whatIsLikelyToBeThereIsReadFirst() throws {
    let (strong, faint) = (
      SpectralPeak(time: 0, frequency: 800, rank: 0),
      SpectralPeak(time: 160, frequency: 900, rank: 4)
    )
    let best = PairSurvival.relative(strong, strong, partner: 0)
    #expect(best == 1)
    #expect(PairSurvival.relative(strong, faint, partner: 0) < best / 5)
    #expect(PairSurvival.relative(strong, strong, partner: 4) < best / 5)
    // Ranks and partners that references have none of have a value, too.
    let other = SpectralPeak(time: 160, frequency: 900, rank: 7)
    #expect(PairSurvival.relative(other, other, partner: 40) > 0)
  }

  @Test func aStrangerHasNoStrongCandidate() throws {
    let query = SyntheticSignature.make(seed: 4711, seconds: 8)
    let found = try LargeCatalogSearch(index()).candidates(for: query, Self.everything)
    #expect((found.first?.strength ?? 0) < 12, "\(found.first.map { "\($0)" } ?? "")")
  }
}
