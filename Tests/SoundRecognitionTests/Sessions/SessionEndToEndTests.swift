import AudioTestSupport
import Foundation
import SoundSignal
import Synchronization
import Testing

@testable import SoundRecognition

/// Sessions with real signatures and a real catalog.
@Suite(.timeLimit(.minutes(10))) struct SessionEndToEndTests {
  private static let sampleRate = 44_100

  private static func song(_ seed: UInt64, from start: Double = 0, seconds: Double) -> [Float] {
    SyntheticSound.song(seed: seed, from: start, seconds: seconds, sampleRate: sampleRate)
  }

  private static func signature(_ sound: [Float]) throws -> Signature {
    let generator = SignatureGenerator()
    try generator.append(PCMBuffer(sound, sampleRate: sampleRate), at: nil)
    return generator.signature()
  }

  private static func catalog() throws -> CustomCatalog {
    let catalog = CustomCatalog()
    for (seed, title) in [(1, "One"), (2, "Two")] as [(UInt64, String)] {
      try catalog.addReferenceSignature(
        signature(song(seed, seconds: 30)),
        representing: [
          MediaItem(properties: [.title: title]),
          MediaItem(properties: [.title: "Verse", .timeRanges: [12.0..<16.0]]),
        ])
    }
    return catalog
  }

  /// What the delegate was told, with the place of the stream's worker at that time.
  private final class Log: SessionDelegate, Sendable {
    let entries = Mutex<[(titles: [String?], item: MatchedMediaItem, predicted: Double)]>([])

    func session(_ session: Session, didFind match: Match) {
      guard let item = match.mediaItems.first else { return }
      entries.withLock {
        $0.append((match.mediaItems.map(\.title), item, item.predictedCurrentMatchOffset))
      }
    }
  }

  @Test func aQueryMatchesAtItsPlace() async throws {
    let session = Session(catalog: try Self.catalog())
    let result = await session.result(
      from: try Self.signature(Self.song(2, from: 7.25, seconds: 6)))
    guard case .match(let match) = result, let item = match.mediaItems.first else {
      Issue.record("\(result)")
      return
    }
    // At the end of the query it is second 13.25, which is in the verse.
    #expect(match.mediaItems.map(\.title) == ["Verse", "Two"])
    #expect(abs(item.matchOffset - 7.25) <= 0.02, "\(item.matchOffset)")
    #expect(abs(item.frequencySkew) < 0.001)
    #expect(item.confidence > 0.9)
  }

  @Test func anotherSongDoesNotMatch() async throws {
    let session = Session(catalog: try Self.catalog())
    let result = await session.result(from: try Self.signature(Self.song(77, seconds: 8)))
    guard case .noMatch = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test func aStreamIsFollowed() throws {
    let session = Session(catalog: try Self.catalog())
    let log = Log()
    session.delegate = log
    let sound = Self.song(1, from: 8, seconds: 10) + Self.song(2, from: 2, seconds: 8)
    var position = 0
    while position < sound.count {
      let samples = sound[position..<min(position + 2048, sound.count)]
      let stereo = samples.flatMap { sample in
        let number = Int16(max(-1, min(1, sample)) * 32_000)
        return [number, number]
      }
      session.matchStreamingBuffer(
        try PCMBuffer(stereo, sampleRate: Self.sampleRate, channelCount: 2),
        at: StreamTime(frame: Int64(position), sampleRate: Self.sampleRate))
      position += samples.count
    }
    session.drain()
    #expect(session.droppedFrameCount == 0)
    let entries = log.entries.withLock { $0 }
    let first = try #require(entries.first)
    let minimum = session.catalog.minimumQuerySignatureDuration
    #expect(first.titles == ["One"])
    #expect(first.predicted <= 8 + minimum + 0.5, "\(first.predicted)")
    #expect(abs(first.predicted - 8 - minimum) < 0.1 + 0.05)
    // The verse begins and ends in time.
    let verse = entries.filter { $0.titles.contains("Verse") && $0.titles.contains("One") }
    #expect(verse.first.map { abs($0.predicted - 12) < 0.05 } == true)
    let after = entries.first { $0.titles == ["One"] && $0.predicted > 15 }
    #expect(after.map { abs($0.predicted - 16) < 0.05 } == true)
    // Then the next song, where it is.
    let last = try #require(entries.last)
    #expect(last.titles == ["Two"])
    #expect((2...10).contains(last.predicted), "\(last.predicted)")
  }
}
