import AudioTestSupport
import Foundation
import Observation
import SoundSignal
import Synchronization
import Testing

@testable import SoundRecognition

@Suite(.timeLimit(.minutes(10))) struct ManagedSessionTests {
  private static let sampleRate = 4000
  private let items = [MediaItem(properties: [.title: "One"])]

  private func samples(_ sound: [Float]) -> [ScriptedSource.Step] {
    stride(from: 0, to: sound.count, by: 400).map { start in
      .samples(Array(sound[start..<min(start + 400, sound.count)]))
    }
  }

  private func song(from start: Double = 0, seconds: Double) -> [ScriptedSource.Step] {
    samples(
      MarkedSound.song(1, from: start, seconds: seconds, sampleRate: Self.sampleRate))
  }

  private func unknown(_ seconds: Double) -> [ScriptedSource.Step] {
    samples(MarkedSound.unknown(seconds: seconds, sampleRate: Self.sampleRate))
  }

  private func session(_ source: ScriptedSource) -> ManagedSession {
    managed { source }
  }

  private func managed(
    _ source: @escaping @Sendable () throws -> any AudioSource
  ) -> ManagedSession {
    ManagedSession(
      catalog: ScriptedCatalog(songs: [1: items]), wall: ManualClock().wall,
      makeQueryMaker: { MarkedQueryMaker() }, source: source)
  }

  private func source(_ steps: [ScriptedSource.Step]) throws -> ScriptedSource {
    try ScriptedSource(sampleRate: Self.sampleRate, steps)
  }

  @Test func oneAttemptRecordsMatchesAndStops() async throws {
    let source = try source(song(seconds: 5) + [.waitForCancellation])
    let session = session(source)
    #expect(session.state == .idle)
    #expect(await session.result().summary == "match One")
    #expect(session.state == .idle)
    #expect(source.isCancelled)
  }

  @Test func anAttemptEndsWithTheLongestQuery() async throws {
    let session = session(try source(unknown(30) + [.waitForCancellation]))
    guard case .noMatch(let query) = await session.result() else {
      Issue.record("a match")
      return
    }
    #expect(abs(query.duration - 12) < 0.01)
  }

  @Test func aSoundThatEndsBeforeIsTriedAsItIs() async throws {
    #expect(await session(try source(unknown(5))).result().summary == "no match")
    #expect(await session(try source(song(seconds: 2))).result().summary == "error 201")
    #expect(await session(try source([])).result().summary == "error 202")
  }

  @Test func resultsGoOnUntilTheSoundEnds() async throws {
    let session = session(
      try source(song(seconds: 9.5) + unknown(15) + song(from: 50, seconds: 6)))
    var log: [String] = []
    for await result in session.results { log.append(result.summary) }
    #expect(log == ["match One", "no match", "match One"])
    #expect(session.state == .idle)
  }

  @Test func cancellingInsideOfTheLoopEndsIt() async throws {
    let source = try source(song(seconds: 5) + [.waitForCancellation])
    let session = session(source)
    var count = 0
    for await _ in session.results {
      count += 1
      #expect(session.state == .matching)
      session.cancel()
      session.cancel()
    }
    #expect(count == 1)
    #expect(session.state == .idle)
    #expect(source.isCancelled)
  }

  @Test func leavingTheLoopStopsRecording() async throws {
    let source = try source(song(seconds: 5) + [.waitForCancellation])
    let session = session(source)
    for await _ in session.results { break }
    while !source.isCancelled { await Task.yield() }
    #expect(session.state == .idle)
  }

  @Test func cancellingTheTaskStopsRecording() async throws {
    let source = try source(unknown(1) + [.waitForCancellation])
    let session = session(source)
    let task = Task { await session.result().summary }
    while session.state != .matching { await Task.yield() }
    task.cancel()
    #expect(await task.value == "error 202")
    while !source.isCancelled { await Task.yield() }
    #expect(session.state == .idle)
  }

  @Test func cancelEndsAnAttempt() async throws {
    let session = session(try source(unknown(1) + [.waitForCancellation]))
    let task = Task { await session.result().summary }
    while session.state != .matching { await Task.yield() }
    session.cancel()
    #expect(await task.value == "error 202")
  }

  @Test func whatWasRecordedBeforeIsMatchedAtOnce() async throws {
    let isRead = Atomic<Bool>(false)
    // Nothing comes after the preparation: the match is of what was recorded before.
    let source = try source(
      unknown(20) + song(seconds: 3) + [
        .action { isRead.store(true, ordering: .releasing) }, .waitForCancellation,
      ])
    let session = session(source)
    await session.prepare()
    #expect(session.state == .prerecording)
    while !isRead.load(ordering: .acquiring) { await Task.yield() }
    #expect(await session.result().summary == "match One")
    #expect(session.state == .idle)
  }

  @Test func preparingWhileMatchingIsIgnored() async throws {
    let session = session(try source(unknown(1) + [.waitForCancellation]))
    let task = Task { await session.result().summary }
    while session.state != .matching { await Task.yield() }
    await session.prepare()
    #expect(session.state == .matching)
    session.cancel()
    _ = await task.value
  }

  @Test func cancellingEndsThePreparation() async throws {
    let source = try source(unknown(1) + [.waitForCancellation])
    let session = session(source)
    await session.prepare()
    session.cancel()
    #expect(session.state == .idle)
    while !source.isCancelled { await Task.yield() }
  }

  @Test func aSourceThatCannotBeOpenedIsAnError() async throws {
    let session = managed { throw ScriptedSource.Failure() }
    #expect(await session.result().summary == "error 500")
    #expect(session.state == .idle)
    await session.prepare()
    #expect(await session.result().summary == "error 500")
  }

  @Test func aSourceThatFailsIsAnErrorAndTheEnd() async throws {
    let session = session(
      try source(song(seconds: 4) + [.failure(ScriptedSource.Failure())]))
    var log: [String] = []
    for await result in session.results { log.append(result.summary) }
    #expect(log == ["match One", "error 500"])
  }

  @Test func aGapDoesNotEndAnAttempt() async throws {
    let session = session(
      try source(
        song(seconds: 2) + [.gap(frames: 4000)] + song(from: 3, seconds: 4) + [
          .waitForCancellation
        ]))
    #expect(await session.result().summary == "match One")
  }

  @Test func aSessionCanBeUsedAgain() async throws {
    let steps = song(seconds: 4) + [.waitForCancellation]
    let session = managed { try ScriptedSource(sampleRate: Self.sampleRate, steps) }
    for _ in 0..<3 { #expect(await session.result().summary == "match One") }
  }

  @Test func changesOfTheStateAreObserved() async throws {
    let session = session(try source(song(seconds: 4) + [.waitForCancellation]))
    let changes = Mutex(0)
    @Sendable func observe() {
      withObservationTracking {
        _ = session.state
      } onChange: {
        changes.withLock { $0 += 1 }
      }
    }
    observe()
    await session.prepare()
    #expect(changes.withLock { $0 } == 1)
    observe()
    _ = await session.result()
    #expect(changes.withLock { $0 } == 2)
  }
}
