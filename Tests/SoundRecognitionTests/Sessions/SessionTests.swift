import AudioTestSupport
import Foundation
import SoundSignal
import Synchronization
import Testing

@testable import SoundRecognition

@Suite(.timeLimit(.minutes(10))) struct SessionTests {
  static let items = [MediaItem(properties: [.title: "One"])]

  static func query(_ song: Int, from start: Double = 10, seconds: Double) throws -> Signature {
    let maker = MarkedQueryMaker()
    try maker.append(
      PCMBuffer(
        MarkedSound.song(song, from: start, seconds: seconds, sampleRate: 16_000),
        sampleRate: 16_000),
      at: nil)
    return maker.signature()
  }

  static func session(
    _ catalog: ScriptedCatalog, clock: ManualClock = ManualClock(),
    timing: StreamTiming = .automatic
  ) -> Session {
    Session(catalog: catalog, timing: timing, wall: clock.wall) { MarkedQueryMaker() }
  }

  @Test func aKnownQueryMatches() async throws {
    let session = Self.session(ScriptedCatalog(songs: [1: Self.items]))
    let query = try Self.query(1, seconds: 5)
    guard case .match(let match) = await session.result(from: query) else {
      Issue.record("no match")
      return
    }
    #expect(match.querySignature == query)
    #expect(match.mediaItems.map(\.title) == ["One"])
    #expect(match.mediaItems.first?.id == Self.items[0].id)
    #expect(match.mediaItems.first?.matchOffset == 10)
  }

  @Test func thePredictionGoesOnWithTheClockOnTheWall() async throws {
    let clock = ManualClock()
    let session = Self.session(ScriptedCatalog(songs: [1: Self.items]), clock: clock)
    clock.advance(by: 100)
    let result = await session.result(from: try Self.query(1, seconds: 5))
    guard case .match(let match) = result, let item = match.mediaItems.first else {
      Issue.record("no match")
      return
    }
    #expect(abs(item.predictedCurrentMatchOffset - 15) < 1e-6)
    clock.advance(by: 2)
    #expect(abs(item.predictedCurrentMatchOffset - 17) < 1e-6)
  }

  @Test func everyCallTellsTheDelegateOnce() throws {
    let session = Self.session(ScriptedCatalog(songs: [1: Self.items]))
    let delegate = RecordingDelegate()
    session.delegate = delegate
    session.match(try Self.query(1, seconds: 5))
    session.match(try Self.query(2, seconds: 5))
    session.match(try Self.query(1, seconds: 2))
    session.match(Signature(peaks: [], sampleCount: 0))
    session.drain()
    #expect(delegate.log == ["match One", "no match", "error 201", "error 200"])
  }

  @Test(arguments: [(2.999, 201), (3, nil), (12, nil), (12.001, 201)])
  func queriesOutsideOfTheCatalogsLengthsAreNotTried(_ seconds: Double, _ code: Int?) async throws {
    let catalog = ScriptedCatalog(songs: [1: Self.items])
    let result = await Self.session(catalog).result(from: try Self.query(1, seconds: seconds))
    switch result {
    case .match:
      #expect(code == nil)
    case .error(let error, _):
      #expect((error as? RecognitionError)?.code.rawValue == code)
      #expect(catalog.queries.isEmpty)
    case .noMatch: Issue.record("no match")
    }
  }

  @Test func aFailingCatalogIsNotANoMatch() throws {
    let catalog = ScriptedCatalog(songs: [1: Self.items])
    catalog.setFailure(ScriptedSource.Failure())
    let session = Self.session(catalog)
    let delegate = RecordingDelegate()
    session.delegate = delegate
    session.match(try Self.query(1, seconds: 5))
    session.drain()
    #expect(delegate.log == ["error 202"])
    // Trying again may help.
    catalog.setFailure(nil)
    session.match(try Self.query(1, seconds: 5))
    session.drain()
    #expect(delegate.log.last == "match One")
  }

  @Test func aSessionKeepsToItsSnapshot() async throws {
    let catalog = ScriptedCatalog()
    let session = Self.session(catalog)
    catalog.add(1, Self.items)
    let query = try Self.query(1, seconds: 5)
    guard case .noMatch = await session.result(from: query) else {
      Issue.record("later additions count")
      return
    }
    guard case .match = await Self.session(catalog).result(from: query) else {
      Issue.record("a new session does not see them")
      return
    }
  }

  @Test func withoutACatalogNothingMatches() async throws {
    guard case .noMatch = await Session().result(from: try Self.query(1, seconds: 5)) else {
      Issue.record("something else")
      return
    }
  }

  @Test func cancellingTheTaskEndsTheWait() async throws {
    let catalog = ScriptedCatalog(songs: [1: Self.items])
    let gate = DispatchSemaphore(value: 0)
    catalog.setBeforeAnswer { gate.wait() }
    let session = Self.session(catalog)
    let query = try Self.query(1, seconds: 5)
    let task = Task { await session.result(from: query) }
    while catalog.queries.isEmpty { await Task.yield() }
    task.cancel()
    guard case .error(let error as RecognitionError, let signature) = await task.value else {
      Issue.record("no error")
      return
    }
    #expect(error.underlying is CancellationError)
    #expect(signature == query)
    gate.signal()
    session.drain()
  }

  @Test func everyReaderGetsEveryResult() async throws {
    let session = Self.session(ScriptedCatalog(songs: [1: Self.items]))
    // Each sequence counts from when it is asked for.
    let readers = (0..<3).map { _ in
      let results = session.results
      return Task { await results.prefix(4).reduce(into: [String]()) { $0.append($1.summary) } }
    }
    for song in [1, 2, 1, 2] { session.match(try Self.query(song, seconds: 5)) }
    for reader in readers {
      #expect(await reader.value == ["match One", "no match", "match One", "no match"])
    }
  }

  @Test func aSequenceCanBeReadAgain() async throws {
    let session = Self.session(ScriptedCatalog(songs: [1: Self.items]))
    let results = session.results
    session.match(try Self.query(1, seconds: 5))
    for await result in results {
      #expect(result.summary == "match One")
      break
    }
    var again = results.makeAsyncIterator()
    session.match(try Self.query(2, seconds: 5))
    #expect(await again.next()?.summary == "no match")
  }

  @Test func readingEndsWithItsTask() async throws {
    let session = Self.session(ScriptedCatalog())
    let task = Task { for await _ in session.results {} }
    task.cancel()
    await task.value
  }
}

extension Session.Result {
  /// A few words for comparisons.
  var summary: String {
    switch self {
    case .match(let match):
      "match "
        + match.mediaItems.map { $0.title ?? "-" }.joined(separator: ",")
    case .noMatch: "no match"
    case .error(let error, _): "error \((error as? RecognitionError)?.code.rawValue ?? 0)"
    }
  }
}

/// Writes down what a session says.
final class RecordingDelegate: SessionDelegate, Sendable {
  private let entries = Mutex<[String]>([])
  var log: [String] { entries.withLock { $0 } }

  func session(_ session: Session, didFind match: Match) {
    entries.withLock { $0.append(Session.Result.match(match).summary) }
  }

  func session(
    _ session: Session, didNotFindMatchFor signature: Signature, error: (any Error)?
  ) {
    let result: Session.Result = error.map { .error($0, signature) } ?? .noMatch(signature)
    entries.withLock { $0.append(result.summary) }
  }
}
