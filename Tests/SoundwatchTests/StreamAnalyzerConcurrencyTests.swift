import AudioTestSupport
import Foundation
import SoundClassification
import SoundSignal
import Soundwatch
import Synchronization
import Testing

/// What several threads may do to one analyzer at once, and an observer from inside its own calls. Run
/// under the thread sanitizer too.
struct StreamAnalyzerConcurrencyTests {
  /// A tiny model keeps thousands of rounds short.
  private let model: SoundModel

  init() throws { model = try SoundModel(bytes: TinyModel.builder().bytes()) }

  private func request() -> ClassifySoundRequest {
    let request = ClassifySoundRequest(model: model)
    request.windowDuration = .milliseconds(100)
    request.overlapFactor = 0.9
    return request
  }

  private static var isSlowBuild: Bool {
    ProcessInfo.processInfo.environment["SOUNDWATCH_SLOW_BUILD"] != nil
  }

  /// Row 5: once `remove` has returned, its observer is told nothing, however hard another thread
  /// analyzes.
  @Test(.timeLimit(.minutes(10)))
  func nothingIsToldAfterARemovalReturns() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 8_000)
    let isDone = Atomic<Bool>(false)
    let finished = DispatchSemaphore(value: 0)
    let thread = Thread {
      var position: Int64 = 0
      guard
        let buffer = try? PCMBuffer(
          SyntheticSound.noise(seed: 1, count: 400), sampleRate: 8_000)
      else { return }
      while !isDone.load(ordering: .acquiring) {
        analyzer.analyze(buffer, atAudioFramePosition: position)
        position += 400
      }
      finished.signal()
    }
    thread.start()
    let lateCalls = Atomic<Int>(0)
    let calls = Atomic<Int>(0)
    for round in 0..<(Self.isSlowBuild ? 1000 : 10_000) {
      let isRemoved = Atomic<Bool>(false)
      let observer = RecordingObserver { _ in
        calls.add(1, ordering: .relaxed)
        if isRemoved.load(ordering: .acquiring) { lateCalls.add(1, ordering: .relaxed) }
      }
      let request = request()
      try analyzer.add(request, withObserver: observer)
      // Every hundredth stays until it has been told something, however busy the machine is.
      if round % 100 == 0 {
        let before = calls.load(ordering: .relaxed)
        for _ in 0..<10_000 where calls.load(ordering: .relaxed) == before { Thread.sleep() }
      }
      analyzer.remove(request)
      isRemoved.store(true, ordering: .releasing)
    }
    isDone.store(true, ordering: .releasing)
    finished.wait()
    #expect(lateCalls.load(ordering: .relaxed) == 0)
    #expect(calls.load(ordering: .relaxed) > 0)
  }

  /// An observer may remove its request from inside a call: that call ends, and none follows.
  @Test func aRequestMayBeRemovedFromInsideACall() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 8_000)
    let request = request()
    let observer = RecordingObserver { _ in analyzer.remove(request) }
    let other = RecordingObserver()
    try analyzer.add(request, withObserver: observer)
    try analyzer.add(self.request(), withObserver: other)
    try analyzer.feed(SyntheticSound.noise(seed: 1, count: 8000))
    analyzer.completeAnalysis()
    #expect(observer.events.count == 1)
    #expect(other.classifications.count == 91)
    #expect(other.completionCount == 1)
  }

  @Test func aRequestMayBeAddedFromInsideACall() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 8_000)
    let added = RecordingObserver()
    let hasAdded = Atomic<Bool>(false)
    let (first, second) = (request(), request())
    let observer = RecordingObserver { _ in
      if !hasAdded.exchange(true, ordering: .relaxed) {
        try? analyzer.add(second, withObserver: added)
      }
    }
    try analyzer.add(first, withObserver: observer)
    try analyzer.feed(SyntheticSound.noise(seed: 1, count: 8000))
    try analyzer.feed(SyntheticSound.noise(seed: 2, count: 8000), from: 8000)
    analyzer.completeAnalysis()
    #expect(added.classifications.count == 91)
    #expect(added.classifications.first?.timeRange.start.frame == 8000)
  }

  /// The end may be called for from inside a call, in the middle of a buffer.
  @Test func theStreamMayBeEndedFromInsideACall() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 8_000)
    let observer = RecordingObserver { event in
      if case .classification = event { analyzer.completeAnalysis() }
    }
    try analyzer.add(request(), withObserver: observer)
    try analyzer.feed(SyntheticSound.noise(seed: 1, count: 8000))
    try analyzer.feed(SyntheticSound.noise(seed: 1, count: 8000), from: 8000)
    #expect(observer.completionCount == 1)
    guard case .completion = observer.events.last else {
      Issue.record("Something came after the end.")
      return
    }
  }

  /// Buffers may come from several threads: they wait for one another.
  @Test func threadsThatAnalyzeAtOnceWaitForOneAnother() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 8_000)
    let inside = Atomic<Int>(0)
    let mostInside = Atomic<Int>(0)
    let observer = RecordingObserver { _ in
      let count = inside.add(1, ordering: .sequentiallyConsistent).newValue
      mostInside.max(count, ordering: .relaxed)
      inside.subtract(1, ordering: .sequentiallyConsistent)
    }
    try analyzer.add(request(), withObserver: observer)
    let sound = SyntheticSound.noise(seed: 1, count: 1600)
    DispatchQueue.concurrentPerform(iterations: 40) { index in
      try? analyzer.feed(sound, from: Int64(index) * 100_000)
    }
    analyzer.completeAnalysis()
    #expect(mostInside.load(ordering: .relaxed) == 1)
    #expect(observer.completionCount == 1)
    #expect(observer.classifications.count == 40 * 11)
  }

  /// Row 29: however many threads end the stream, each request ends once.
  @Test func manyEndsAtOnceEndEachRequestOnce() throws {
    for _ in 0..<50 {
      let analyzer = try StreamAnalyzer(sampleRate: 8_000)
      let observers = (0..<3).map { _ in RecordingObserver() }
      for observer in observers { try analyzer.add(request(), withObserver: observer) }
      let wrong = try PCMBuffer([0] as [Int16], sampleRate: 8_000)
      DispatchQueue.concurrentPerform(iterations: 6) { index in
        switch index % 3 {
        case 0: analyzer.completeAnalysis()
        case 1: analyzer.analyze(wrong, atAudioFramePosition: 0)
        default: try? analyzer.feed(SyntheticSound.noise(seed: 1, count: 1600))
        }
      }
      for observer in observers {
        #expect(observer.completionCount + observer.failures.count == 1)
        if case .classification = observer.events.last { Issue.record("A result after the end.") }
      }
    }
  }
}
