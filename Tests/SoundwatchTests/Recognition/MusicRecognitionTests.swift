import AudioTestSupport
import Foundation
import SoundRecognition
import SoundSignal
import Testing

@testable import Soundwatch

@Suite(.timeLimit(.minutes(10))) struct MusicRecognitionTests {
  private static func item(_ title: String, _ ranges: [Range<Double>] = []) -> MediaItem {
    MediaItem(properties: [.title: title, .timeRanges: ranges])
  }
  private let songs = ScriptedCatalog(songs: [1: [item("One")], 2: [item("Two")]])

  private func trial() throws -> GateTrial { try GateTrial([CatalogRecognizer(songs)]) }

  @Test func speechAndSilenceCostNothing() throws {
    let trial = try trial()
    for _ in 0..<10 {
      trial.speech(seconds: 20)
      trial.hear([Float](repeating: 0, count: 40_000), music: 0)
      // A few notes are no music yet.
      trial.unknownMusic(seconds: 0.4)
    }
    trial.finish()
    #expect(trial.work.makers == 0)
    #expect(trial.work.frames == 0)
    #expect(songs.queries.isEmpty)
    #expect(trial.summary.isEmpty)
  }

  @Test func aSongIsReportedFromItsStartToItsEnd() throws {
    let trial = try trial()
    trial.speech(seconds: 5)
    trial.song(1, from: 20, seconds: 30)
    trial.speech(seconds: 15)
    trial.finish()
    // Recognized with the shortest query, three seconds after the music began.
    #expect(trial.summary == ["started One 5.0-8.0", "ended One 5.0-35.0"])
    #expect(trial.reported.map { ($0.offset * 100).rounded() / 100 } == [20, 20])
    #expect(trial.reported.first?.recognizer == "catalog")
  }

  @Test func theNextSongIsReportedWhereItBegins() throws {
    let trial = try trial()
    trial.song(1, from: 10, seconds: 20.5)
    trial.song(2, seconds: 20)
    trial.finish()
    #expect(
      trial.summary == [
        "started One 0.0-3.0", "ended One 0.0-20.5", "started Two 20.5-24.0", "ended Two 20.5-40.5",
      ])
    #expect(abs((trial.reported.last?.offset ?? 1)) < 0.01)
  }

  @Test func aSongGoesOnBehindAShortSpeech() throws {
    let trial = try trial()
    trial.song(1, seconds: 10)
    trial.speech(seconds: 4)
    trial.song(1, from: 14, seconds: 10)
    trial.finish()
    #expect(trial.summary == ["started One 0.0-3.0", "ended One 0.0-24.0"])
  }

  @Test func afterALongSpeechItIsReportedAgain() throws {
    let trial = try trial()
    trial.song(1, seconds: 10)
    trial.speech(seconds: 20)
    trial.song(1, from: 30, seconds: 10)
    trial.finish()
    #expect(
      trial.summary == [
        "started One 0.0-3.0", "ended One 0.0-10.0", "started One 30.0-33.0", "ended One 30.0-40.0",
      ])
  }

  @Test func musicThatNobodyKnowsIsReportedOnceForEachLongestQuery() throws {
    let trial = try trial()
    trial.unknownMusic(seconds: 30)
    trial.speech(seconds: 5)
    trial.finish()
    #expect(trial.events == ["notRecognized", "notRecognized", "notRecognized"])
    let ranges = trial.reported.map(\.timeRange)
    #expect(ranges.first?.start.seconds == 0)
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.end == $1.start })
  }

  @Test func aSongBeforeUnknownMusicEndsWhereItWasLastHeard() throws {
    let trial = try trial()
    trial.song(1, seconds: 9.5)
    trial.unknownMusic(seconds: 20)
    trial.finish()
    #expect(trial.events.prefix(3) == ["started One", "ended One", "notRecognized"])
    let end = try #require(trial.reported.first { $0.event == .ended }?.timeRange.end.seconds)
    #expect(abs(end - 9.5) < 1)
  }

  @Test func recognizersAreAskedInTurn() throws {
    let first = ScriptedCatalog(songs: [1: [Self.item("One")]])
    let second = ScriptedCatalog(songs: [1: [Self.item("Other")], 2: [Self.item("Two")]])
    let trial = try GateTrial([
      CatalogRecognizer(first, name: "first"), CatalogRecognizer(second, name: "second"),
    ])
    trial.song(2, seconds: 15.5)
    trial.song(1, seconds: 15)
    trial.finish()
    #expect(trial.events == ["started Two", "ended Two", "started One", "ended One"])
    #expect(trial.reported.map(\.recognizer) == ["second", "second", "first", "first"])
    // While the first one knows, the second is not asked.
    let queries = second.queries.count
    #expect(queries < 10, "\(queries)")
  }

  @Test func aSongThatTwoRecognizersKnowIsOnePlay() throws {
    let late = ScriptedCatalog(minimum: 7, songs: [1: [Self.item("ONE")]])
    let trial = try GateTrial([
      CatalogRecognizer(late, name: "late"), CatalogRecognizer(songs),
    ])
    trial.song(1, from: 20, seconds: 30)
    trial.finish()
    #expect(
      trial.summary == ["started One 0.0-3.0", "updated ONE 0.0-7.0", "ended ONE 0.0-30.0"])
    #expect(trial.reported.map(\.recognizer) == ["catalog", "late", "late"])
    #expect(trial.reported.map { ($0.offset * 100).rounded() / 100 } == [20, 20, 20])
  }

  @Test func rangesOfMediaItemsAreReported() throws {
    let catalog = ScriptedCatalog(songs: [
      1: [Self.item("Song"), Self.item("Verse", [5..<10])]
    ])
    let trial = try GateTrial([CatalogRecognizer(catalog)])
    trial.song(1, seconds: 15)
    trial.finish()
    #expect(
      trial.events == ["started Song", "updated Verse", "updated Song", "ended Song"])
    let times = trial.reported.map(\.timeRange.end.seconds)
    #expect(abs(times[1] - 5) <= 0.05 && abs(times[2] - 10) <= 0.05)
  }

  @Test func aServiceIsAskedForTheShortestAndTheLongestOnly() async throws {
    let service = ScriptedService { _ in [] }
    let events = try await onThread {
      let trial = try GateTrial([service])
      trial.unknownMusic(seconds: 30)
      trial.finish()
      return trial.events
    }
    #expect(service.asked.map { ($0.signature.duration * 10).rounded() / 10 } == [4, 9.9])
    let samples = service.asked.map { $0.samples?.frameCount ?? 0 }
    #expect(samples == service.asked.map { Int($0.timeRange.frameCount) })
    #expect(events == ["notRecognized"])
  }

  @Test func aServiceGetsNoExcerptThatIsMostlySpeech() throws {
    let service = ScriptedService { _ in [] }
    let trial = try GateTrial([service])
    // Now and then a voice is taken for music, which keeps the gate open.
    for _ in 0..<30 {
      trial.hear(
        MarkedSound.unknown(seconds: 0.8, sampleRate: GateTrial.sampleRate), music: 0.6)
      trial.speech(seconds: 1)
    }
    #expect(service.asked.isEmpty)
    trial.speech(seconds: 5)
    trial.unknownMusic(seconds: 5)
    #expect(service.asked.count == 1)
  }

  @Test func whatAServiceKnowsIsFollowedAtItsInterval() async throws {
    let service = ScriptedService { excerpt in
      [
        MatchedMediaItem(
          Self.item("Hit"), matchOffset: 60 + excerpt.timeRange.start.seconds, confidence: 0.8)
      ]
    }
    let results = try await onThread { [songs] in
      let trial = try GateTrial([CatalogRecognizer(songs), service])
      trial.unknownMusic(seconds: 80)
      trial.song(1, seconds: 10)
      trial.finish()
      return trial.reported
    }
    #expect(service.asked.count == 3)
    #expect(results.map(\.event) == [.started, .ended, .started, .ended])
    #expect(results.map(\.title) == ["Hit", "Hit", "One", "One"])
    #expect(results.first?.confidence == Double(Float(0.8)))
  }

  @Test func aServiceThatDoesNotAnswerIsAFailure() async throws {
    let service = ScriptedService { _ in
      try await Task.sleep(for: .seconds(3600))
      return []
    }
    let events = try await onThread { [songs] in
      let trial = try GateTrial([service, CatalogRecognizer(songs)]) {
        $0.timeout = .milliseconds(20)
      }
      trial.unknownMusic(seconds: 20)
      trial.finish()
      return trial.events
    }
    #expect(events.first == "failed service")
    #expect(events.dropFirst().allSatisfy { $0 == "notRecognized" })
    #expect(events.count > 1)
  }

  @Test func aFailingServiceIsLeftAloneForLongerEachTime() async throws {
    let service = ScriptedService { _ in throw ScriptedSource.Failure() }
    let events = try await onThread {
      let trial = try GateTrial([service])
      trial.unknownMusic(seconds: 100)
      trial.finish()
      return trial.events
    }
    // After 4, 13, 27, 51 and 95 seconds.
    #expect(service.asked.count == 5)
    #expect(events == ["failed service"])
  }

  @Test func aStreamDoesNotWaitForAService() async throws {
    let (isOpen, open) = AsyncStream.makeStream(of: Void.self)
    let service = ScriptedService { _ in
      for await _ in isOpen { break }
      return [MatchedMediaItem(Self.item("Hit"), matchOffset: 60)]
    }
    let (before, after) = try await onThread {
      let trial = try GateTrial([service], waits: false)
      trial.unknownMusic(seconds: 20)
      let before = trial.events
      open.yield()
      // At the end the answer is waited for.
      trial.finish()
      return (before, trial.events)
    }
    #expect(before.isEmpty)
    #expect(after == ["started Hit", "ended Hit"])
    // One question at a time.
    #expect(service.asked.count == 1)
  }

  @Test func nobodyWaitsForAnAnswerAnyMore() async throws {
    let (cancellations, cancelled) = AsyncStream.makeStream(of: Void.self)
    let (questions, asked) = AsyncStream.makeStream(of: Void.self)
    let service = ScriptedService { _ in
      asked.yield()
      try? await Task.sleep(for: .seconds(3600))
      cancelled.yield()
      return []
    }
    do {
      let trial = try GateTrial([service], waits: false)
      trial.unknownMusic(seconds: 5)
      for await _ in questions { break }
    }
    for await _ in cancellations { break }
  }
}

/// Runs what waits on a thread of its own, because the threads of tasks are few.
func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
