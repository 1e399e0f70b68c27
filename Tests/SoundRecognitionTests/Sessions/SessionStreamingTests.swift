import AudioTestSupport
import Foundation
import SoundSignal
import Synchronization
import Testing

@testable import SoundRecognition

/// A session that is fed a stream, and what it says with the place that it predicts.
final class StreamTrial: SessionDelegate, Sendable {
  static let sampleRate = 4000

  let clock = ManualClock()
  let catalog: ScriptedCatalog
  let session: Session
  private let entries = Mutex<[(summary: String, offset: Double)]>([])

  init(
    _ songs: [Int: [MediaItem]] = [
      1: [MediaItem(properties: [.title: "One"])], 2: [MediaItem(properties: [.title: "Two"])],
    ], timing: StreamTiming = .stream
  ) {
    catalog = ScriptedCatalog(songs: songs)
    session = Session(catalog: catalog, timing: timing, wall: clock.wall) { MarkedQueryMaker() }
    session.delegate = self
  }

  var log: [String] { entries.withLock { $0.map(\.summary) } }
  /// The predicted places of the matches at the time of their calls.
  var offsets: [Double] { entries.withLock { $0.map(\.offset) } }

  func song(_ number: Int, from start: Double = 0, seconds: Double, speed: Double = 1) -> [Float] {
    MarkedSound.song(
      number, from: start, seconds: seconds, sampleRate: Self.sampleRate, speed: speed)
  }

  func unknown(_ seconds: Double) -> [Float] {
    MarkedSound.unknown(seconds: seconds, sampleRate: Self.sampleRate)
  }

  /// Feeds a sound in buffers and waits until it is worked through.
  func feed(_ sound: [Float], framesPerBuffer: Int = 500, from start: Double? = nil) throws {
    for first in stride(from: 0, to: sound.count, by: framesPerBuffer) {
      let samples = Array(sound[first..<min(first + framesPerBuffer, sound.count)])
      session.matchStreamingBuffer(
        try PCMBuffer(samples, sampleRate: Self.sampleRate),
        at: start.map {
          StreamTime(seconds: $0, sampleRate: Self.sampleRate).advanced(by: Int64(first))
        })
    }
    session.drain()
  }

  func session(_ session: Session, didFind match: Match) {
    let offset = match.mediaItems.first?.predictedCurrentMatchOffset ?? .nan
    entries.withLock { $0.append((Session.Result.match(match).summary, offset)) }
  }

  func session(
    _ session: Session, didNotFindMatchFor signature: Signature, error: (any Error)?
  ) {
    let result: Session.Result = error.map { .error($0, signature) } ?? .noMatch(signature)
    entries.withLock { $0.append((result.summary, signature.duration)) }
  }
}

@Suite(.timeLimit(.minutes(10))) struct SessionStreamingTests {
  private func isNear(_ values: [Double], _ expected: [Double], _ tolerance: Double = 0.002) -> Bool
  {
    values.count == expected.count && zip(values, expected).allSatisfy { abs($0 - $1) <= tolerance }
  }

  @Test func theFirstMatchComesWithTheShortestQuery() throws {
    let trial = StreamTrial()
    try trial.feed(trial.song(1, from: 20, seconds: 3))
    #expect(trial.log == ["match One"])
    #expect(isNear(trial.offsets, [23]))
  }

  @Test func aLeadInMakesTheOffsetNegative() async throws {
    let trial = StreamTrial()
    let results = trial.session.results
    try trial.feed(trial.unknown(1.5) + trial.song(1, seconds: 2))
    for await case .match(let match) in results {
      #expect(abs((match.mediaItems.first?.matchOffset ?? 0) + 1.5) < 0.002)
      break
    }
  }

  @Test func onNoMatchQueriesGrowAndThenBeginAnew() throws {
    let trial = StreamTrial()
    try trial.feed(trial.unknown(60))
    #expect(trial.log == [String](repeating: "no match", count: 5))
    #expect(isNear(trial.offsets, [12, 12, 12, 12, 12]))
    #expect(isNear(trial.catalog.queries.prefix(5).map(\.duration), [3, 4.2, 5.88, 8.232, 12]))
  }

  @Test func whatGoesOnIsNotRepeated() throws {
    let trial = StreamTrial()
    try trial.feed(trial.song(1, seconds: 60))
    #expect(trial.log == ["match One"])
  }

  @Test func theNextSongIsNoticed() throws {
    let trial = StreamTrial()
    try trial.feed(trial.song(1, seconds: 20.5) + trial.song(2, from: 30, seconds: 10))
    #expect(trial.log == ["match One", "match Two"])
    #expect(isNear(trial.offsets, [3, 33.5]))
  }

  @Test func inACrossfadeBothAreHeard() throws {
    let trial = StreamTrial()
    try trial.feed(trial.song(1, seconds: 19.5) + trial.song(2, from: 30, seconds: 10))
    #expect(trial.log == ["match One", "match One,Two", "match Two"])
  }

  @Test func anotherPlaceOfTheSongIsNews() throws {
    let trial = StreamTrial()
    try trial.feed(trial.song(1, seconds: 20.5) + trial.song(1, from: 50, seconds: 10))
    #expect(trial.log == ["match One", "match One"])
    #expect(isNear(trial.offsets, [3, 53.5]))
  }

  @Test func afterALossTheSameSongIsNews() throws {
    let trial = StreamTrial()
    try trial.feed(
      trial.song(1, seconds: 9.5) + trial.unknown(15) + trial.song(1, from: 24.5, seconds: 8))
    #expect(trial.log == ["match One", "no match", "match One"])
  }

  @Test func rangesAreNewsAtTheirStartAndEnd() throws {
    let trial = StreamTrial([
      1: [
        MediaItem(properties: [.title: "always"]),
        MediaItem(properties: [.title: "verse", .timeRanges: [5.0..<10.0, 20.0..<25.0]]),
        MediaItem(properties: [.title: "line", .timeRanges: [7.5..<10.0]]),
      ]
    ])
    try trial.feed(trial.song(1, seconds: 30))
    #expect(
      trial.log == [
        "match always", "match verse,always", "match line,verse,always", "match always",
        "match verse,always", "match always",
      ])
    #expect(isNear(trial.offsets, [3, 5, 7.5, 10, 20, 25], 0.01))
  }

  @Test func rangesOfAFasterSongComeEarlier() throws {
    let trial = StreamTrial([
      1: [MediaItem(properties: [.title: "verse", .timeRanges: [10.0..<20.0]])]
    ])
    try trial.feed(trial.song(1, seconds: 20 / 1.05 - 0.1, speed: 1.05))
    #expect(trial.log == ["match -", "match verse"])
    #expect(isNear(trial.offsets, [3.15, 10], 0.02))
    try trial.feed(trial.song(1, from: 19.9, seconds: 0.3, speed: 1.05))
    #expect(trial.log.last == "match -")
    #expect(isNear(trial.offsets, [3.15, 10, 20], 0.02))
  }

  @Test func howTheSoundIsCutDoesNotMatter() throws {
    let items = [MediaItem(properties: [.title: "verse", .timeRanges: [4.25..<6.0]])]
    let sound =
      StreamTrial().unknown(1) + StreamTrial().song(1, seconds: 8)
      + StreamTrial().song(2, from: 3, seconds: 6)
    let differences = try ChunkingVerifier.differences(
      inputLength: sound.count, singleFrames: false
    ) { pieces in
      let trial = StreamTrial([1: items, 2: [MediaItem(properties: [.title: "Two"])]])
      for piece in pieces { try trial.feed(Array(sound[piece]), framesPerBuffer: .max) }
      return zip(trial.log, trial.offsets).map { "\($0) at \($1)" }
    }
    #expect(differences.isEmpty)
  }

  @Test func theFirstBufferBindsTheFormat() throws {
    let trial = StreamTrial()
    try trial.feed(trial.song(1, seconds: 2))
    for _ in 0..<3 {
      trial.session.matchStreamingBuffer(
        try PCMBuffer([Float](repeating: 0, count: 8000), sampleRate: 8000), at: nil)
    }
    try trial.feed(trial.song(1, from: 2, seconds: 2))
    #expect(trial.log == ["error 100", "match One"])
  }

  @Test func aGapIsReportedAndTheQueryBegunAnew() throws {
    let trial = StreamTrial()
    try trial.feed(trial.song(1, seconds: 2), from: 10)
    try trial.feed(trial.song(1, from: 3, seconds: 2), from: 13)
    #expect(trial.log == ["error 101"])
    try trial.feed(trial.song(1, from: 5, seconds: 1), from: 15)
    #expect(trial.log == ["error 101", "match One"])
    try trial.feed(trial.song(1, from: 6, seconds: 1), from: 15.5)
    #expect(trial.log.last == "error 101")
  }

  @Test func theTimesOfBuffersMayBeRounded() throws {
    let trial = StreamTrial()
    for second in 0..<6 {
      let jitter = second.isMultiple(of: 2) ? 0.001 : -0.0005
      try trial.feed(
        trial.song(1, from: Double(second), seconds: 1), framesPerBuffer: 4000,
        from: Double(second) + jitter)
    }
    #expect(trial.log == ["match One"])
  }

  @Test func aSongGoesOnBehindAGap() throws {
    let trial = StreamTrial()
    try trial.feed(trial.song(1, seconds: 6), from: 0)
    try trial.feed(trial.song(1, from: 8, seconds: 9), from: 8)
    #expect(trial.log == ["match One", "error 101"])
  }

  @Test func silenceMakesNoSignature() throws {
    let trial = StreamTrial()
    try trial.feed([Float](repeating: 0, count: 13 * StreamTrial.sampleRate))
    #expect(trial.log == ["error 200"])
    #expect(trial.catalog.queries.isEmpty)
  }

  @Test func aFailedAttemptIsTriedAgain() throws {
    let trial = StreamTrial()
    trial.catalog.setFailure(ScriptedSource.Failure())
    try trial.feed(trial.song(1, seconds: 3.5))
    trial.catalog.setFailure(nil)
    try trial.feed(trial.song(1, from: 3.5, seconds: 1))
    #expect(trial.log == ["error 202", "match One"])
  }

  @Test func withTheClockOnTheWallRangesDoNotWaitForTheNextBuffer() throws {
    let trial = StreamTrial(
      [1: [MediaItem(properties: [.title: "verse", .timeRanges: [5.3..<5.7]])]], timing: .wall)
    for second in 0..<5 {
      trial.clock.advance(by: 1)
      try trial.feed(trial.song(1, from: Double(second), seconds: 1), framesPerBuffer: 4000)
    }
    #expect(trial.log == ["match -"])
    trial.clock.advance(by: 0.28)
    trial.session.drain()
    #expect(trial.log == ["match -"])
    trial.clock.advance(by: 0.04)
    trial.session.drain()
    #expect(trial.log == ["match -", "match verse"])
    #expect(isNear(trial.offsets, [3, 5.3], 0.05))
    trial.clock.advance(by: 0.68)
    trial.session.drain()
    try trial.feed(trial.song(1, from: 5, seconds: 1), framesPerBuffer: 4000)
    #expect(trial.log == ["match -", "match verse", "match -"])
  }

  @Test func whenTheSoundStopsPredictionsStopToo() throws {
    let trial = StreamTrial(
      [1: [MediaItem(properties: [.title: "verse", .timeRanges: [60.0..<70.0]])]], timing: .wall)
    trial.clock.advance(by: 4)
    try trial.feed(trial.song(1, seconds: 4), framesPerBuffer: 16_000)
    trial.clock.advance(by: 100)
    trial.session.drain()
    #expect(trial.log == ["match -"])
  }

  @Test func theEndOfTheStreamIsTriedToo() throws {
    let trial = StreamTrial()
    try trial.feed(trial.unknown(4) + trial.song(1, seconds: 1.5))
    #expect(trial.log == [])
    trial.session.finishStream()
    trial.session.drain()
    #expect(trial.log == ["match One"])
    try trial.feed(trial.unknown(5))
    trial.session.finishStream()
    try trial.feed(trial.unknown(2))
    trial.session.finishStream()
    trial.session.drain()
    #expect(trial.log == ["match One", "no match", "error 201"])
  }

  @Test func whatFindsNoRoomIsDroppedAndCounted() throws {
    let trial = StreamTrial()
    let gate = DispatchSemaphore(value: 0)
    trial.catalog.setBeforeAnswer { gate.wait() }
    let second = try PCMBuffer(trial.unknown(1), sampleRate: StreamTrial.sampleRate)
    // Three seconds make the first attempt, which hangs; a minute waits.
    for _ in 0..<3 { trial.session.matchStreamingBuffer(second, at: nil) }
    while trial.catalog.queries.isEmpty { Thread.sleep() }
    for _ in 0..<60 { trial.session.matchStreamingBuffer(second, at: nil) }
    #expect(trial.session.droppedFrameCount == 0)
    trial.session.matchStreamingBuffer(second, at: nil)
    #expect(trial.session.droppedFrameCount == 4000)
    trial.catalog.setBeforeAnswer {}
    gate.signal()
    try trial.feed(trial.song(1, seconds: 3))
    #expect(trial.log.filter { $0 != "no match" } == ["match One"])
  }
}
