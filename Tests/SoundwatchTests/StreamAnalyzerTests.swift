import AudioTestSupport
import Foundation
import SoundClassification
import SoundSignal
import Soundwatch
import Synchronization
import Testing

struct StreamAnalyzerTests {
  func request(
    window: Duration = .seconds(1), overlap: Double = 0.5
  ) throws -> ClassifySoundRequest {
    let request = try ClassifySoundRequest()
    request.windowDuration = window
    request.overlapFactor = overlap
    return request
  }

  func noise(seconds: Double, sampleRate: Int = 16_000) -> [Float] {
    SyntheticSound.noise(seed: 1, count: Int(seconds * Double(sampleRate)))
  }

  /// Row 1: one analyzer for each rate, sample format and channel count.
  @Test(arguments: [8_000, 11_025, 44_100, 192_000], [SampleFormat.int16, .float32])
  func anAnalyzerTakesEveryLinearFormat(sampleRate: Int, sampleFormat: SampleFormat) throws {
    for channelCount in [1, 2, 8] {
      let format = try PCMFormat(
        sampleFormat, sampleRate: sampleRate, channelCount: channelCount)
      let analyzer = StreamAnalyzer(format: format)
      let observer = RecordingObserver()
      try analyzer.add(try request(window: .milliseconds(400)), withObserver: observer)
      analyzer.analyze(
        PCMBuffer(format: format, frameCount: sampleRate), atAudioFramePosition: 0)
      analyzer.completeAnalysis()
      #expect(observer.classifications.count == 4)
      #expect(observer.completionCount == 1)
    }
  }

  /// Row 1: a buffer of another format fails every request with `invalidFormat`.
  @Test func aBufferOfAnotherFormatFailsTheAnalysis() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 16_000)
    let observer = RecordingObserver()
    try analyzer.add(try request(), withObserver: observer)
    try analyzer.feed(noise(seconds: 1.2))
    analyzer.analyze(try PCMBuffer([0, 0] as [Int16], sampleRate: 16_000), atAudioFramePosition: 0)
    try analyzer.feed(noise(seconds: 2), from: 19_200)
    analyzer.completeAnalysis()
    #expect(observer.classifications.count == 1)
    #expect(observer.failures.count == 1)
    #expect((observer.failures.first as? AnalysisError)?.code == .invalidFormat)
    #expect(observer.completionCount == 0, "Row 29: failure and completion exclude each other.")
  }

  /// Row 3: a request added mid-stream gets windows that begin where it joined.
  @Test func aRequestAddedLaterGetsLaterWindowsOnly() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 16_000)
    let (first, second) = (RecordingObserver(), RecordingObserver())
    try analyzer.add(try request(), withObserver: first)
    try analyzer.feed(noise(seconds: 2.3))
    try analyzer.add(try request(), withObserver: second)
    try analyzer.feed(noise(seconds: 3), from: 36_800)
    analyzer.completeAnalysis()
    #expect(
      second.classifications.map(\.timeRange.start.frame) == [
        36_800, 44_800, 52_800, 60_800, 68_800,
      ])
    #expect(first.classifications.count == 9)
  }

  @Test func aRequestThatCannotHearItsChannelIsRefused() throws {
    let format = try PCMFormat(.int16, sampleRate: 16_000, channelCount: 2)
    let analyzer = StreamAnalyzer(format: format, channels: .channel(2))
    let error = #expect(throws: AnalysisError.self) {
      try analyzer.add(try request(), withObserver: RecordingObserver())
    }
    #expect(error?.code == .invalidFormat)
  }

  @Test func aRequestOfAnUnknownKindIsRefused() throws {
    final class Strange: SoundRequest {}
    let analyzer = try StreamAnalyzer(sampleRate: 16_000)
    let error = #expect(throws: AnalysisError.self) {
      try analyzer.add(Strange(), withObserver: RecordingObserver())
    }
    #expect(error?.code == .unknownRequest)
  }

  /// Row 6.
  @Test func removingAllRequestsSilencesEveryObserver() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 16_000)
    let observers = [RecordingObserver(), RecordingObserver(), RecordingObserver()]
    for observer in observers { try analyzer.add(try request(), withObserver: observer) }
    // A window of a second, and what the network looks ahead.
    try analyzer.feed(noise(seconds: 1.4))
    analyzer.removeAllRequests()
    try analyzer.feed(noise(seconds: 3), from: 22_400)
    analyzer.completeAnalysis()
    for observer in observers { #expect(observer.events.count == 1) }
  }

  /// Row 7: observers are held weakly.
  @Test func anObserverThatIsGoneIsNotKept() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 16_000)
    let calls = Atomic<Int>(0)
    var observer: RecordingObserver? = RecordingObserver { _ in
      calls.add(1, ordering: .relaxed)
    }
    weak let reference = observer
    if let observer { try analyzer.add(try request(), withObserver: observer) }
    try analyzer.feed(noise(seconds: 1.4))
    #expect(calls.load(ordering: .relaxed) == 1)
    observer = nil
    #expect(reference == nil)
    try analyzer.feed(noise(seconds: 3), from: 22_400)
    analyzer.completeAnalysis()
    #expect(calls.load(ordering: .relaxed) == 1)
  }

  /// Row 8: every request has its own windows.
  @Test func requestsOfOneStreamHaveTheirOwnWindows() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 16_000)
    let (short, long) = (RecordingObserver(), RecordingObserver())
    try analyzer.add(try request(window: .seconds(1)), withObserver: short)
    try analyzer.add(try request(window: .seconds(3), overlap: 0), withObserver: long)
    try analyzer.feed(SyntheticSound.programme(sampleRate: 16_000))
    analyzer.completeAnalysis()
    #expect(short.classifications.map(\.timeRange.start.frame) == (0..<11).map { $0 * 8000 })
    #expect(long.classifications.map(\.timeRange.start.frame) == [0, 48_000])

    let alone = try StreamAnalyzer(sampleRate: 16_000)
    let observer = RecordingObserver()
    try alone.add(try request(window: .seconds(1)), withObserver: observer)
    try alone.feed(SyntheticSound.programme(sampleRate: 16_000))
    alone.completeAnalysis()
    #expect(observer.classifications == short.classifications)
  }

  /// Row 9: one request on two analyzers has two independent states.
  @Test func oneRequestServesTwoAnalyzers() throws {
    let request = try request()
    let analyzers = [
      try StreamAnalyzer(sampleRate: 16_000), try StreamAnalyzer(sampleRate: 44_100),
    ]
    let observers = [RecordingObserver(), RecordingObserver()]
    for (analyzer, observer) in zip(analyzers, observers) {
      try analyzer.add(request, withObserver: observer)
    }
    try analyzers[0].feed(noise(seconds: 2.4))
    try analyzers[1].feed(SyntheticSound.silence(count: 44_100))
    analyzers[0].remove(request)
    try analyzers[1].feed(SyntheticSound.silence(count: 44_100), from: 44_100)
    for analyzer in analyzers { analyzer.completeAnalysis() }
    #expect(observers[0].classifications.count == 3)
    #expect(observers[0].completionCount == 0)
    #expect(observers[1].classifications.map(\.primaryLabel) == ["silence", "silence", "silence"])
    #expect(observers[1].completionCount == 1)
  }

  /// Row 10: results do not depend on the sizes of the buffers, for windows and for segments.
  @Test func resultsDoNotDependOnThePieces() throws {
    let sound = SyntheticSound.programme(sampleRate: 16_000, secondsEach: 0.3)
    let differences = try ChunkingVerifier.differences(inputLength: sound.count) { pieces in
      let analyzer = try StreamAnalyzer(sampleRate: 16_000)
      let observer = RecordingObserver()
      try analyzer.add(
        try request(window: .milliseconds(300), overlap: 0.7), withObserver: observer)
      try analyzer.add(try SegmentSoundRequest(), withObserver: observer)
      try analyzer.feed(sound, in: pieces)
      analyzer.completeAnalysis()
      // Interleaving between requests is not promised: first the windows, then the segments.
      return observer.classifications.map { "\($0)" } + observer.segmentEvents.map { "\($0)" }
    }
    #expect(differences == [])
  }

  /// Rows 11 and 12: one huge buffer yields all windows, wherever they start.
  @Test(arguments: [0, 0.5, 0.9])
  func aHugeBufferYieldsAllWindows(overlap: Double) throws {
    let analyzer = try StreamAnalyzer(sampleRate: 8_000)
    let observer = RecordingObserver()
    try analyzer.add(try request(overlap: overlap), withObserver: observer)
    try analyzer.feed(noise(seconds: 60, sampleRate: 8_000))
    let hop = Int64((8000 * (1 - overlap)).rounded())
    let count = (60 * 8000 - 8000) / hop + 1
    analyzer.completeAnalysis()
    #expect(observer.classifications.map(\.timeRange.start.frame) == (0..<count).map { $0 * hop })
  }

  /// Row 15: times count the caller's frames, from the position that the caller gave.
  @Test(arguments: [0, 1_000_000, -500])
  func timeRangesCountTheCallersFrames(position: Int64) throws {
    let analyzer = try StreamAnalyzer(sampleRate: 44_100)
    let observer = RecordingObserver()
    try analyzer.add(try ClassifySoundRequest(), withObserver: observer)
    try analyzer.feed(noise(seconds: 7, sampleRate: 44_100), from: position)
    analyzer.completeAnalysis()
    let ranges = observer.classifications.map(\.timeRange)
    #expect(ranges.map(\.start.frame) == [0, 66_150, 132_300].map { $0 + position })
    #expect(ranges.allSatisfy { $0.start.sampleRate == 44_100 && $0.frameCount == 132_300 })
  }

  /// Row 16: a result lies in the past of the last frame that was fed.
  @Test func resultsLieInThePast() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 16_000)
    let fed = Mutex<Int64>(0)
    let observer = RecordingObserver { event in
      guard case .classification(let result) = event else { return }
      #expect(result.timeRange.end.frame <= fed.withLock { $0 })
    }
    try analyzer.add(try request(), withObserver: observer)
    let sound = noise(seconds: 3)
    for start in stride(from: 0, to: sound.count, by: 160) {
      fed.withLock { $0 = Int64(start) + 160 }
      try analyzer.feed(sound, in: [start..<start + 160])
    }
    // The network looks less than half a second ahead.
    #expect(observer.classifications.count >= 4)
  }

  /// Rows 21, 22 and 24: every label once, in falling order, each from 0 to 1.
  @Test func resultsHoldEveryLabelInFallingOrder() throws {
    let request = try request()
    let analyzer = try StreamAnalyzer(sampleRate: 16_000)
    let observer = RecordingObserver()
    try analyzer.add(request, withObserver: observer)
    try analyzer.feed(SyntheticSound.programme(sampleRate: 16_000))
    analyzer.completeAnalysis()
    #expect(observer.classifications.count == 11)
    for result in observer.classifications {
      #expect(
        result.classifications.map(\.identifier).sorted() == request.knownClassifications.sorted())
      let confidences = result.classifications.map(\.confidence)
      #expect(confidences == confidences.sorted(by: >))
      #expect(confidences.allSatisfy { (0...1).contains($0) })
      #expect(request.knownClassifications.contains(result.primaryLabel))
    }
  }

  /// Rows 28 and 29: completion flushes, comes once, and later audio is ignored.
  @Test func completionComesOnceAndIsTheLastCall() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 16_000)
    let observer = RecordingObserver()
    try analyzer.add(try request(), withObserver: observer)
    try analyzer.feed(noise(seconds: 1))
    #expect(observer.classifications.isEmpty, "The network still looks ahead.")
    analyzer.completeAnalysis()
    #expect(observer.classifications.count == 1)
    analyzer.completeAnalysis()
    try analyzer.feed(noise(seconds: 3), from: 16_000)
    analyzer.analyze(try PCMBuffer([0] as [Int16], sampleRate: 8_000), atAudioFramePosition: 0)
    analyzer.completeAnalysis()
    #expect(observer.events.count == 2)
    guard case .completion = observer.events.last else {
      Issue.record("The last call is \(observer.events)")
      return
    }
  }

  @Test func aRequestAddedAfterTheEndCompletesAtOnce() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 16_000)
    analyzer.completeAnalysis()
    let observer = RecordingObserver()
    try analyzer.add(try request(), withObserver: observer)
    #expect(observer.completionCount == 1)
    #expect(observer.events.count == 1)
  }

  /// Row 35: shorter than a window gives no result and completes.
  @Test func aSoundShorterThanAWindowGivesNoResult() throws {
    for count in [0, 1, 3200, 15_999] {
      let analyzer = try StreamAnalyzer(sampleRate: 16_000)
      let observer = RecordingObserver()
      try analyzer.add(try request(), withObserver: observer)
      try analyzer.feed(SyntheticSound.noise(seed: 1, count: count))
      analyzer.completeAnalysis()
      #expect(observer.events.count == 1 && observer.completionCount == 1, "\(count) frames")
    }
  }

  @Test func theFinalWindowIsPaddedWhenAskedFor() throws {
    let request = try request(overlap: 0)
    request.padsFinalWindow = true
    let analyzer = try StreamAnalyzer(sampleRate: 16_000)
    let observer = RecordingObserver()
    try analyzer.add(request, withObserver: observer)
    try analyzer.feed(noise(seconds: 1.25))
    analyzer.completeAnalysis()
    #expect(observer.classifications.map(\.timeRange.frameCount) == [16_000, 4000])
  }

  /// Row 19: the first channel alone is heard, unless the caller chooses.
  @Test func onlyTheFirstChannelIsHeardByDefault() throws {
    let format = try PCMFormat(.float32, sampleRate: 16_000, channelCount: 2)
    let samples = noise(seconds: 1).flatMap { [Float(0), $0] }
    let buffer = try PCMBuffer(samples, sampleRate: 16_000, channelCount: 2)
    func labels(_ channels: ChannelSelection) throws -> [Int: String] {
      let analyzer = StreamAnalyzer(format: format, channels: channels)
      let observer = RecordingObserver()
      try analyzer.add(try request(), withObserver: observer)
      analyzer.analyze(buffer, atAudioFramePosition: 0)
      analyzer.completeAnalysis()
      return Dictionary(
        uniqueKeysWithValues: observer.classifications.map { ($0.channel, $0.primaryLabel) })
    }
    #expect(try labels(.first) == [0: "silence"])
    #expect(try labels(.channel(0)) == [0: "silence"])
    let second = try labels(.channel(1))
    #expect(second.count == 1 && second[0] != "silence")
    let average = try labels(.average)
    #expect(average.count == 1 && average[0] != "silence")
    let each = try labels(.each)
    #expect(each[0] == "silence" && each[1] == second[0] && each.count == 2)
  }

  /// Row 36: digital silence and noise at -80 dB are silence.
  @Test func whatIsTooQuietIsSilence() throws {
    for sound in [
      SyntheticSound.silence(count: 32_000),
      SyntheticSound.noise(seed: 1, count: 32_000, amplitude: 0.0001),
    ] {
      let analyzer = try StreamAnalyzer(sampleRate: 16_000)
      let observer = RecordingObserver()
      try analyzer.add(try request(), withObserver: observer)
      try analyzer.feed(sound)
      #expect(observer.classifications.count >= 2)
      for result in observer.classifications {
        #expect(result.primaryLabel == "silence")
        #expect(result.classifications.first?.identifier == "silence")
        #expect(result.classification(forIdentifier: "silence")?.confidence == 1)
      }
    }
  }

  @Test func aChosenSilenceLevelHoldsForItsRequestAlone() throws {
    let quiet = try request()
    quiet.silenceLevel = -10
    let analyzer = try StreamAnalyzer(sampleRate: 16_000)
    let (one, other) = (RecordingObserver(), RecordingObserver())
    try analyzer.add(quiet, withObserver: one)
    try analyzer.add(try request(), withObserver: other)
    try analyzer.feed(noise(seconds: 1.2))
    analyzer.completeAnalysis()
    #expect(one.classifications.map(\.primaryLabel) == ["silence"])
    #expect(other.classifications.map(\.primaryLabel) != ["silence"])
  }

  /// Settings are read when a request is added; later changes hold for later additions.
  @Test func aRequestIsReadWhenItIsAdded() throws {
    let request = try request()
    let analyzer = try StreamAnalyzer(sampleRate: 16_000)
    let observer = RecordingObserver()
    try analyzer.add(request, withObserver: observer)
    request.windowDuration = .seconds(2)
    try analyzer.feed(noise(seconds: 1))
    analyzer.completeAnalysis()
    #expect(observer.classifications.count == 1)
  }

  /// Row 33: the analyzer keeps nothing of what it has heard, however much that is. The short form of
  /// the endurance test, which watches memory.
  @Test func aBufferMayBeUsedAgainAfterItsAnalysis() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 16_000)
    let observer = RecordingObserver()
    try analyzer.add(try request(), withObserver: observer)
    var buffer = try PCMBuffer([Float](repeating: 0.1, count: 1600), sampleRate: 16_000)
    let first = unsafe buffer.withBytes { UInt(bitPattern: $0.baseAddress) }
    for block in 0..<30 {
      analyzer.analyze(buffer, atAudioFramePosition: Int64(block) * 1600)
      buffer.reset(format: analyzer.format, frameCount: 1600)
      // Were the buffer still held somewhere, writing would move it.
      let address = unsafe buffer.withMutableBytes { UInt(bitPattern: $0.baseAddress) }
      #expect(address == first)
    }
  }
}
