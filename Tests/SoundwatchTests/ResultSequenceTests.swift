import AudioTestSupport
import Foundation
import SoundClassification
import SoundSignal
import Soundwatch
import Testing

/// Row 37: results as async sequences.
struct ResultSequenceTests {
  private let model: SoundModel
  private let sound = SyntheticSound.noise(seed: 1, count: 16_000)

  init() throws { model = try SoundModel(bytes: TinyModel.builder().bytes()) }

  private func request() -> ClassifySoundRequest {
    let request = ClassifySoundRequest(model: model)
    request.windowDuration = .milliseconds(100)
    request.overlapFactor = 0
    return request
  }

  @Test(.timeLimit(.minutes(10)))
  func aSequenceGivesWhatAnObserverIsTold() async throws {
    let analyzer = FileAnalyzer(source: try ScriptedSource(sampleRate: 8_000, sound: sound))
    let observer = RecordingObserver()
    try analyzer.add(request(), withObserver: observer)
    let results = try analyzer.results(for: request())
    let segments = try analyzer.results(for: SegmentSoundRequest(model: model))
    try analyzer.add(SegmentSoundRequest(model: model), withObserver: observer)
    _ = await analyzer.analyze()
    var (ofSequence, ofSegments): ([ClassificationResult], [SegmentResult]) = ([], [])
    for try await result in results { ofSequence.append(result) }
    for try await event in segments { ofSegments.append(event) }
    #expect(ofSequence.count == 20)
    #expect(ofSequence == observer.classifications)
    #expect(ofSegments == observer.segmentEvents)
    #expect(results.droppedResultCount == 0)
  }

  @Test(.timeLimit(.minutes(10)))
  func aSequenceThrowsTheErrorOfTheAnalysis() async throws {
    let source = try ScriptedSource(
      sampleRate: 8_000, [.samples(sound), .failure(ScriptedSource.Failure())])
    let analyzer = FileAnalyzer(source: source)
    let results = try analyzer.results(for: request())
    analyzer.analyze { _ in }
    var count = 0
    do {
      for try await _ in results { count += 1 }
      Issue.record("The sequence ended without its error.")
    } catch {
      #expect((error as? AnalysisError)?.code == .operationFailed)
    }
    #expect(count == 20)
  }

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      (ResultBufferingPolicy.newest(3), [17, 18, 19]), (.oldest(3), [0, 1, 2]),
      (.unbounded, Array(0..<20)),
    ])
  func whatNobodyFetchesInTimeIsDroppedAndCounted(
    policy: ResultBufferingPolicy, kept: [Int]
  ) async throws {
    let analyzer = try StreamAnalyzer(sampleRate: 8_000)
    let results = try analyzer.results(for: request(), bufferingPolicy: policy)
    try analyzer.feed(sound)
    analyzer.completeAnalysis()
    var starts: [Int] = []
    for try await result in results { starts.append(Int(result.timeRange.start.frame) / 800) }
    #expect(starts == kept)
    #expect(results.droppedResultCount == 20 - kept.count)
  }

  @Test(.timeLimit(.minutes(10)))
  func whoStopsReadingRemovesTheRequest() async throws {
    let analyzer = try StreamAnalyzer(sampleRate: 8_000)
    do {
      let results = try analyzer.results(for: request())
      try analyzer.feed(sound)
      for try await _ in results { break }
    }
    // Nobody can read any more: the request is removed, so its results are dropped nowhere.
    let observer = RecordingObserver()
    try analyzer.add(request(), withObserver: observer)
    try analyzer.feed(sound, from: 16_000)
    analyzer.completeAnalysis()
    #expect(observer.classifications.count == 20)
  }

  @Test(.timeLimit(.minutes(10)))
  func cancellingTheReaderEndsTheSequence() async throws {
    let analyzer = try StreamAnalyzer(sampleRate: 8_000)
    let results = try analyzer.results(for: request())
    let task = Task {
      var count = 0
      for try await _ in results { count += 1 }
      return count
    }
    try analyzer.feed(sound)
    task.cancel()
    #expect(try await task.value <= 20)
    try analyzer.feed(sound, from: 16_000)
    analyzer.completeAnalysis()
    #expect(results.droppedResultCount == 0, "A removed request gives no results to drop.")
  }

  /// An analyzer that is let go without an end must not leave its readers waiting for ever.
  @Test(.timeLimit(.minutes(10)))
  func aSequenceEndsWhenItsAnalyzerIsGone() async throws {
    func abandoned() throws -> ResultSequence<ClassificationResult> {
      let analyzer = try StreamAnalyzer(sampleRate: 8_000)
      let results = try analyzer.results(for: request())
      try analyzer.feed(sound)
      return results
    }
    let results = try abandoned()
    var count = 0
    let error = await #expect(throws: AnalysisError.self) {
      for try await _ in results { count += 1 }
    }
    #expect(error?.code == .cancelled)
    #expect(count > 0)
  }
}
