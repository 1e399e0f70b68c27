import AudioTestSupport
import Foundation
import SoundRecognition
import SoundSignal
import Testing

struct PlayListMonitorTests {
  private static let rate = 16_000
  private static let seconds = 60.0

  private func song(_ seed: UInt64) -> [Float] {
    SyntheticSong(seed: seed, seconds: Self.seconds).samples()
  }

  /// A song with the notes of another one, softer, on top.
  private func mix(_ first: UInt64, with second: UInt64) -> [Float] {
    zip(song(first), song(second)).map { $0 + 0.6 * $1 }
  }

  private func part(_ samples: [Float], _ seconds: Range<Int>) -> ArraySlice<Float> {
    samples[seconds.lowerBound * Self.rate..<seconds.upperBound * Self.rate]
  }

  private func plays(_ broadcast: [Float], of references: [[Float]]) throws -> [Play] {
    let catalog = CustomCatalog()
    for samples in references {
      try catalog.add(
        CatalogReference(signature: SyntheticSong.signature(samples), mediaItems: []))
    }
    let monitor = try PlayListMonitor(catalog: catalog)
    return try monitor.append(PCMBuffer(broadcast, sampleRate: Self.rate)) + monitor.finish()
  }

  @Test func aPartInAnotherMixIsNoPlayOfItsOwn() throws {
    let (first, second) = (mix(1, with: 2), mix(1, with: 3))
    let plays = try plays(
      Array(part(first, 0..<15) + part(second, 15..<40) + part(first, 40..<60)),
      of: [first, Array(part(second, 10..<45))])
    #expect(plays.map(\.reference) == [0], "\(plays.map { ($0.reference, $0.start, $0.end) })")
    let play = try #require(plays.first)
    #expect(play.start < 1 && play.end > 59, "\(play.start) to \(play.end)")
  }

  @Test func anotherSongInTheMiddleIsAPlayOfItsOwn() throws {
    let (first, second) = (song(1), song(3))
    let plays = try plays(
      Array(part(first, 0..<15) + part(second, 15..<40) + part(first, 40..<60)),
      of: [first, Array(part(second, 10..<45))])
    #expect(plays.map(\.reference) == [0, 1], "\(plays.map { ($0.reference, $0.start, $0.end) })")
  }
}
