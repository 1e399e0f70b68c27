import AudioTestSupport
import Foundation
import SoundClassification
import SoundSignal
import Soundwatch
import Synchronization
import Testing

struct FileAnalyzerTests {
  private let model: SoundModel

  init() throws { model = try SoundModel(bytes: TinyModel.builder().bytes()) }

  private func request() -> ClassifySoundRequest {
    let request = ClassifySoundRequest(model: model)
    request.windowDuration = .milliseconds(500)
    return request
  }

  /// Row 30: `analyze()` blocks until the end, and every callback has come by then.
  @Test func analyzingReturnsWhenAllResultsHaveBeenGiven() throws {
    let sound = SyntheticSound.noise(seed: 1, count: 20_000)
    let analyzer = FileAnalyzer(source: try ScriptedSource(sampleRate: 8_000, sound: sound))
    let observer = RecordingObserver()
    try analyzer.add(request(), withObserver: observer)
    analyzer.analyze()
    #expect(observer.classifications.map(\.timeRange.start.frame) == (0..<9).map { $0 * 2000 })
    #expect(observer.completionCount == 1)
    #expect(analyzer.progress == 20_000)
    #expect(analyzer.estimatedFrameCount == 20_000)
  }

  @Test func aSoundIsAnalyzedOnce() throws {
    let sound = SyntheticSound.noise(seed: 1, count: 8000)
    let analyzer = FileAnalyzer(source: try ScriptedSource(sampleRate: 8_000, sound: sound))
    let observer = RecordingObserver()
    try analyzer.add(request(), withObserver: observer)
    analyzer.analyze()
    let count = observer.events.count
    analyzer.analyze()
    #expect(observer.events.count == count)
  }

  /// A file's results are those of a stream, bit for bit, though its network runs on another thread.
  @Test(arguments: [16_000, 44_100])
  func aFileGivesWhatAStreamGives(sampleRate: Int) throws {
    let sound = SyntheticSound.programme(sampleRate: sampleRate, secondsEach: 0.7)
    let (ofFile, ofStream) = (RecordingObserver(), RecordingObserver())
    let file = FileAnalyzer(
      source: try ScriptedSource(sampleRate: sampleRate, sound: sound, framesPerBuffer: 1234))
    let stream = try StreamAnalyzer(sampleRate: sampleRate)
    let (windows, segments) = (try ClassifySoundRequest(), try SegmentSoundRequest())
    windows.windowDuration = .seconds(1)
    for request in [windows, segments] as [any SoundRequest] {
      try file.add(request, withObserver: ofFile)
      try stream.add(request, withObserver: ofStream)
    }
    file.analyze()
    try stream.feed(sound)
    stream.completeAnalysis()
    #expect(ofFile.classifications.count == 7)
    #expect(ofFile.classifications == ofStream.classifications)
    #expect(ofFile.segmentEvents == ofStream.segmentEvents)
    #expect(ofFile.completionCount == 2)
  }

  @Test func lostSamplesAreAGap() throws {
    let noise = SyntheticSound.noise(seed: 1, count: 6000)
    let source = try ScriptedSource(
      sampleRate: 8_000, startPosition: 100, [.samples(noise), .gap(frames: 50), .samples(noise)])
    let analyzer = FileAnalyzer(source: source)
    let observer = RecordingObserver()
    try analyzer.add(request(), withObserver: observer)
    analyzer.analyze()
    #expect(observer.classifications.map(\.timeRange.start.frame) == [100, 2100, 6150, 8150])
  }

  /// Row 31: the handler hears of the end.
  @Test func theHandlerIsToldThatTheEndWasReached() async throws {
    let sound = SyntheticSound.noise(seed: 1, count: 8000)
    let analyzer = FileAnalyzer(source: try ScriptedSource(sampleRate: 8_000, sound: sound))
    let observer = RecordingObserver()
    try analyzer.add(request(), withObserver: observer)
    let success = await withCheckedContinuation { continuation in
      analyzer.analyze { continuation.resume(returning: $0) }
    }
    #expect(success)
    #expect(observer.completionCount == 1)
  }

  /// Rows 31 and 32: cancelled in the middle, the handler is called with false, soon.
  @Test(.timeLimit(.minutes(10)))
  func theHandlerIsToldOfACancellation() async throws {
    let noise = SyntheticSound.noise(seed: 1, count: 8000)
    let source = try ScriptedSource(sampleRate: 8_000, [.samples(noise), .waitForCancellation])
    let analyzer = FileAnalyzer(source: source)
    let observer = RecordingObserver { event in
      if case .classification = event { analyzer.cancelAnalysis() }
    }
    try analyzer.add(request(), withObserver: observer)
    let success = await withCheckedContinuation { continuation in
      analyzer.analyze { continuation.resume(returning: $0) }
    }
    #expect(!success)
    #expect(observer.completionCount == 0)
    #expect((observer.failures.first as? AnalysisError)?.code == .cancelled)
    #expect(observer.failures.count == 1)
  }

  @Test func anAnalysisCancelledBeforeItBeginsEndsAtOnce() throws {
    let sound = SyntheticSound.noise(seed: 1, count: 8000)
    let analyzer = FileAnalyzer(source: try ScriptedSource(sampleRate: 8_000, sound: sound))
    let observer = RecordingObserver()
    try analyzer.add(request(), withObserver: observer)
    analyzer.cancelAnalysis()
    analyzer.analyze()
    #expect(observer.classifications.isEmpty)
    #expect(observer.failures.count == 1 && observer.completionCount == 0)
  }

  @Test(.timeLimit(.minutes(10)))
  func cancellingTheTaskCancelsTheAnalysis() async throws {
    let noise = SyntheticSound.noise(seed: 1, count: 8000)
    let source = try ScriptedSource(sampleRate: 8_000, [.samples(noise), .waitForCancellation])
    let analyzer = FileAnalyzer(source: source)
    let observer = RecordingObserver()
    try analyzer.add(request(), withObserver: observer)
    let task = Task { await analyzer.analyze() }
    while analyzer.progress == 0 { await Task.yield() }
    task.cancel()
    #expect(await !task.value)
    #expect(source.isCancelled)
    #expect(observer.failures.count == 1)
  }

  /// A failing source: the results up to there, then one error that keeps its cause.
  @Test func aSourceThatFailsGivesItsResultsAndOneError() throws {
    let noise = SyntheticSound.noise(seed: 1, count: 6000)
    let source = try ScriptedSource(
      sampleRate: 8_000, [.samples(noise), .failure(ScriptedSource.Failure()), .samples(noise)])
    let analyzer = FileAnalyzer(source: source)
    let observer = RecordingObserver()
    try analyzer.add(request(), withObserver: observer)
    analyzer.analyze()
    #expect(observer.classifications.count == 2)
    #expect(observer.failures.count == 1 && observer.completionCount == 0)
    let error = observer.failures.first as? AnalysisError
    #expect(error?.code == .operationFailed)
    #expect(error?.cause is ScriptedSource.Failure)
    guard case .failure = observer.events.last else {
      Issue.record("Something came after the failure.")
      return
    }
  }

  /// Row 4: no request may be added while the file is analyzed.
  @Test func aRequestAddedDuringTheAnalysisIsRefused() throws {
    let sound = SyntheticSound.noise(seed: 1, count: 8000)
    let analyzer = FileAnalyzer(source: try ScriptedSource(sampleRate: 8_000, sound: sound))
    let codes = Mutex<[AnalysisError.Code]>([])
    let late = RecordingObserver()
    let lateRequest = request()
    let observer = RecordingObserver { event in
      guard case .classification = event else { return }
      do throws(AnalysisError) {
        try analyzer.add(lateRequest, withObserver: late)
      } catch {
        codes.withLock { $0.append(error.code) }
      }
    }
    try analyzer.add(request(), withObserver: observer)
    analyzer.analyze()
    #expect(codes.withLock { $0 } == [.alreadyAnalyzing, .alreadyAnalyzing, .alreadyAnalyzing])
    #expect(late.events.isEmpty)
  }

  /// Row 5, from inside a call, though the network runs on a thread of its own.
  @Test(.timeLimit(.minutes(10)))
  func aRequestMayBeRemovedFromInsideACall() throws {
    let sound = SyntheticSound.noise(seed: 1, count: 80_000)
    let analyzer = FileAnalyzer(source: try ScriptedSource(sampleRate: 8_000, sound: sound))
    let request = request()
    let observer = RecordingObserver { _ in analyzer.remove(request) }
    let other = RecordingObserver()
    try analyzer.add(request, withObserver: observer)
    try analyzer.add(self.request(), withObserver: other)
    analyzer.analyze()
    #expect(observer.events.count == 1)
    #expect(other.classifications.count == 39)
  }

  /// Row 5, from another thread.
  @Test(.timeLimit(.minutes(10)))
  func nothingIsToldAfterARemovalReturns() throws {
    for _ in 0..<20 {
      let sound = SyntheticSound.noise(seed: 1, count: 80_000)
      let analyzer = FileAnalyzer(source: try ScriptedSource(sampleRate: 8_000, sound: sound))
      let isRemoved = Atomic<Bool>(false)
      let lateCalls = Atomic<Int>(0)
      let observer = RecordingObserver { _ in
        if isRemoved.load(ordering: .acquiring) { lateCalls.add(1, ordering: .relaxed) }
      }
      let request = request()
      try analyzer.add(request, withObserver: observer)
      let finished = DispatchSemaphore(value: 0)
      analyzer.analyze { _ in finished.signal() }
      while analyzer.progress == 0 { Thread.sleep() }
      analyzer.remove(request)
      isRemoved.store(true, ordering: .releasing)
      finished.wait()
      #expect(lateCalls.load(ordering: .relaxed) == 0)
    }
  }

  /// Row 35.
  @Test func anEmptySoundCompletes() throws {
    let analyzer = FileAnalyzer(source: try ScriptedSource(sampleRate: 8_000, []))
    let (windows, segments) = (RecordingObserver(), RecordingObserver())
    try analyzer.add(request(), withObserver: windows)
    try analyzer.add(SegmentSoundRequest(model: model), withObserver: segments)
    analyzer.analyze()
    #expect(windows.events.count == 1 && windows.completionCount == 1)
    #expect(segments.events.count == 1 && segments.completionCount == 1)
  }
}
