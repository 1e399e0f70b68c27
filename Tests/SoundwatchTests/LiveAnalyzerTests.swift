import AudioTestSupport
import Dispatch
import Foundation
import Observation
import SoundClassification
import SoundSignal
import Synchronization
import Testing

@testable import Soundwatch

@Suite(.timeLimit(.minutes(10)))
struct LiveAnalyzerTests {
  private static let noise = SyntheticSound.noise(seed: 4, count: 16_000 * 2)

  private func noise(at position: Int64 = 0, then rest: [ScriptedSource.Step] = []) throws
    -> ScriptedSource
  {
    try ScriptedSource(startPosition: position, [.samples(Self.noise)] + rest)
  }

  /// Makes one source after another.
  private final class Sources: Sendable {
    private let makers: Mutex<ArraySlice<@Sendable () throws -> any AudioSource>>
    init(_ makers: [@Sendable () throws -> any AudioSource]) { self.makers = Mutex(makers[...]) }
    func next() throws -> any AudioSource {
      guard let maker = makers.withLock({ $0.popFirst() }) else {
        throw ScriptedSource.Failure()
      }
      return try maker()
    }
  }

  private final class EventLog: LiveEventsObserving, Sendable {
    let events = Mutex<[LiveEvent]>([])
    func analyzer(_ analyzer: LiveAnalyzer, didReport event: LiveEvent) {
      events.withLock { $0.append(event) }
    }
  }

  private func quick(
    attempts: Int? = nil, atEnd: Bool = false, first: Bool = false
  ) -> LiveAnalyzer.Options {
    var options = LiveAnalyzer.Options()
    options.reconnect = ReconnectPolicy(
      firstDelay: .milliseconds(1), longestDelay: .milliseconds(4), attemptLimit: attempts,
      reconnectsAtEnd: atEnd, retriesFirstOpening: first)
    return options
  }

  @Test func givesWhatAStreamAnalyzerGives() throws {
    let (live, plain) = (RecordingObserver(), RecordingObserver())
    let request = try SegmentSoundRequest()
    let analyzer = LiveAnalyzer { try noise() }
    try analyzer.add(request, withObserver: live)
    try analyzer.run()
    let stream = try StreamAnalyzer(sampleRate: 16_000)
    try stream.add(request, withObserver: plain)
    try stream.feed(Self.noise)
    stream.completeAnalysis()
    #expect(live.segmentEvents == plain.segmentEvents)
    #expect(!live.segments.isEmpty)
    #expect(live.completionCount == 1)
    #expect(analyzer.state == .ended)
    #expect(analyzer.statistics.framesAnalyzed == Int64(Self.noise.count))
    #expect(analyzer.statistics.processorTime > .zero)
  }

  @Test func anErrorEndsTheStreamAndItsRequests() throws {
    let observer = RecordingObserver()
    let analyzer = LiveAnalyzer { try noise(then: [.failure(ScriptedSource.Failure())]) }
    try analyzer.add(SegmentSoundRequest(), withObserver: observer)
    #expect(throws: ScriptedSource.Failure.self) { try analyzer.run() }
    #expect(observer.segments.last?.timeRange.end.seconds == 2)
    #expect((observer.failures.first as? AnalysisError)?.code == .operationFailed)
    #expect(observer.completionCount == 0)
    #expect(analyzer.state == .failed("The script says: fail."))
  }

  @Test func aSourceThatCannotBeOpenedAtFirstIsAnError() {
    let analyzer = LiveAnalyzer(options: quick()) { throw ScriptedSource.Failure() }
    #expect(throws: ScriptedSource.Failure.self) { try analyzer.run() }
  }

  @Test func aSourceThatComesBackGoesOnOnTheTimeLine() throws {
    let sources = Sources([
      { try noise(then: [.failure(ScriptedSource.Failure())]) },
      { throw ScriptedSource.Failure() },
      {
        Thread.sleep(forTimeInterval: 0.3)
        return try ScriptedSource(sampleRate: 8000, [.samples(Array(Self.noise.prefix(16_000)))])
      },
    ])
    let analyzer = LiveAnalyzer(options: quick()) { try sources.next() }
    let (observer, log) = (RecordingObserver(), EventLog())
    try analyzer.add(SegmentSoundRequest(), withObserver: observer)
    analyzer.add(eventObserver: log)
    try analyzer.run()
    let events = log.events.withLock { $0 }
    try #require(events.count == 2)
    #expect(
      events[0]
        == .interrupted("The script says: fail.", at: StreamTime(frame: 32_000, sampleRate: 16_000))
    )
    guard case .resumed(let format, let time) = events[1] else {
      Issue.record("\(events)")
      return
    }
    #expect(format.sampleRate == 8000)
    // The interruption was on the time line, less the two seconds that came in one go.
    #expect(time.seconds >= 2)
    let segments = observer.segments
    #expect(segments.first?.timeRange.end.seconds == 2)
    #expect(segments.last?.timeRange.end.sampleRate == 8000)
    #expect(segments.last?.timeRange.end == time.advanced(by: 16_000))
    #expect(observer.completionCount == 1)
    #expect(analyzer.statistics.interruptions == 1)
  }

  @Test func attemptsEnd() throws {
    let sources = Sources([{ try noise(then: [.failure(ScriptedSource.Failure())]) }])
    let analyzer = LiveAnalyzer(options: quick(attempts: 3)) { try sources.next() }
    #expect(throws: ScriptedSource.Failure.self) { try analyzer.run() }
    #expect(analyzer.state.isOver)
  }

  @Test func anEndMayBeWaitedOut() async throws {
    let sources = Sources([
      { try noise() }, { try noise() }, { try noise(then: [.waitForCancellation]) },
    ])
    let analyzer = LiveAnalyzer(options: quick(atEnd: true)) { try sources.next() }
    let events = analyzer.events
    analyzer.start()
    var resumptions = 0
    for await event in events {
      if case .resumed = event { resumptions += 1 }
      if resumptions == 2 { break }
    }
    await analyzer.stop()
    #expect(analyzer.state == .ended)
  }

  @Test func lostFramesAreEvents() throws {
    let analyzer = LiveAnalyzer {
      try noise(then: [.gap(frames: 700), .samples(Self.noise)])
    }
    let log = EventLog()
    analyzer.add(eventObserver: log)
    try analyzer.run()
    #expect(
      log.events.withLock { $0 }
        == [.framesLost(700, at: StreamTime(frame: 32_000, sampleRate: 16_000))])
    #expect(analyzer.statistics.framesLost == 700)
  }

  @Test func whatWasHeardWhilePreparedIsAnalyzedFirst() async throws {
    let piece = Array(Self.noise.prefix(1600))
    let started = DispatchSemaphore(value: 0)
    let source = try ScriptedSource(
      (0..<20).map { _ in .samples(piece) }
        + [.action { started.wait() }, .samples(piece)])
    var options = LiveAnalyzer.Options()
    options.preRoll = .seconds(1)
    let heard = Atomic<Int>(0)
    options.onBuffer = { _, _ in heard.add(1, ordering: .relaxed) }
    let analyzer = LiveAnalyzer(options: options) { source }
    let observer = RecordingObserver()
    try analyzer.add(SegmentSoundRequest(), withObserver: observer)
    analyzer.prepare()
    for await state in analyzer.states {
      if case .prepared = state { break }
    }
    while heard.load(ordering: .relaxed) < 20 { Thread.sleep() }
    #expect(analyzer.recentAudio().count <= 10)
    analyzer.start()
    started.signal()
    try await analyzer.run()
    // 20 pieces of a tenth of a second were heard, ten of them kept.
    #expect(observer.segmentEvents.first?.timeRange.start.seconds == 1)
    #expect(observer.segments.last?.timeRange.end.seconds == 2.1)
    #expect(analyzer.statistics.framesAnalyzed == 11 * 1600)
  }

  @Test func stoppingFromInsideAnObserverEnds() throws {
    let box = Mutex<LiveAnalyzer?>(nil)
    let observer = RecordingObserver { event in
      if case .segment = event { box.withLock { $0 }?.stop() }
    }
    let analyzer = LiveAnalyzer { try noise(then: [.waitForCancellation]) }
    box.withLock { $0 = analyzer }
    try analyzer.add(SegmentSoundRequest(), withObserver: observer)
    try analyzer.run()
    #expect(observer.completionCount == 1)
    box.withLock { $0 = nil }
  }

  @Test func stoppingWithoutStartingCompletesTheRequests() throws {
    let analyzer = LiveAnalyzer { try noise() }
    let observer = RecordingObserver()
    try analyzer.add(SegmentSoundRequest(), withObserver: observer)
    analyzer.stop()
    #expect(observer.completionCount == 1)
    #expect(analyzer.state == .ended)
    analyzer.start()
    #expect(analyzer.state == .ended)
  }

  @Test func aCancelledTaskEndsListening() async throws {
    let analyzer = LiveAnalyzer { try noise(then: [.waitForCancellation]) }
    let task = Task { try await analyzer.run() }
    for await state in analyzer.states {
      if case .listening = state { break }
    }
    task.cancel()
    try await task.value
    #expect(analyzer.state == .ended)
  }

  @Test func sequencesGoOnThroughReconnections() async throws {
    let sources = Sources([
      { try noise(then: [.failure(ScriptedSource.Failure())]) }, { try noise() },
    ])
    let analyzer = LiveAnalyzer(options: quick()) { try sources.next() }
    let request = try ClassifySoundRequest()
    request.windowDuration = .seconds(1)
    request.overlapFactor = 0
    let results = try analyzer.results(for: request)
    analyzer.start()
    var count = 0
    for try await _ in results { count += 1 }
    #expect(count == 4)
  }

  @Test func theStateIsObservable() async throws {
    let analyzer = LiveAnalyzer { try noise() }
    let changes = Atomic<Int>(0)
    withObservationTracking {
      _ = analyzer.state
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    try await analyzer.run()
    #expect(changes.load(ordering: .relaxed) == 1)
    var states: [LiveState] = []
    for await state in analyzer.states { states.append(state) }
    #expect(states == [.ended])
  }

  @Test func delaysGrowToTheLimit() {
    let policy = ReconnectPolicy(
      firstDelay: .milliseconds(500), growth: 2, longestDelay: .seconds(3), attemptLimit: 5)
    #expect(
      (1...6).map { policy.delay(beforeAttempt: $0) }
        == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(3), .seconds(3), nil])
    #expect(ReconnectPolicy.never.delay(beforeAttempt: 1) == nil)
  }
}
