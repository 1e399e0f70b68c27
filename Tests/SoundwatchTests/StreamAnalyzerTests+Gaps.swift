import AudioTestSupport
import SoundClassification
import SoundSignal
import Soundwatch
import Testing

/// Where positions jump, forward and back.
extension StreamAnalyzerTests {
  /// Row 17: no window straddles a gap, and the next begins behind it.
  @Test func noWindowStraddlesAGap() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 16_000)
    let observer = RecordingObserver()
    try analyzer.add(try request(), withObserver: observer)
    try analyzer.feed(noise(seconds: 2.2))
    try analyzer.feed(noise(seconds: 1.6), from: 115_200)
    analyzer.completeAnalysis()
    #expect(
      observer.classifications.map(\.timeRange.start.frame)
        == [0, 8000, 16_000, 115_200, 123_200])
  }

  @Test func behindAGapEverythingBeginsAnew() throws {
    func results(_ feed: (StreamAnalyzer) throws -> Void) throws -> [[Classification]] {
      let analyzer = try StreamAnalyzer(sampleRate: 16_000)
      let observer = RecordingObserver()
      try analyzer.add(try request(overlap: 0), withObserver: observer)
      try feed(analyzer)
      analyzer.completeAnalysis()
      return observer.classifications.map(\.classifications)
    }
    let music = SyntheticSound.music(count: 16_000, sampleRate: 16_000)
    let fresh = try results { try $0.feed(music) }
    let behind = try results {
      try $0.feed(noise(seconds: 1))
      try $0.feed(music, from: 99_999)
    }
    #expect(behind.last == fresh.last)
  }

  /// Row 18: going back in time is a gap like another.
  @Test func aPositionInThePastIsAGap() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 16_000)
    let observer = RecordingObserver()
    try analyzer.add(try request(overlap: 0), withObserver: observer)
    try analyzer.feed(noise(seconds: 1), from: 50_000)
    try analyzer.feed(noise(seconds: 1), from: 0)
    try analyzer.feed(noise(seconds: 1), from: -70_000)
    try analyzer.feed(noise(seconds: 0.5), from: -70_000)
    try analyzer.feed(noise(seconds: 0.5), from: -70_000)
    analyzer.completeAnalysis()
    #expect(observer.classifications.map(\.timeRange.start.frame) == [50_000, 0, -70_000])
  }

  @Test func anEmptyBufferChangesNothing() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 16_000)
    let observer = RecordingObserver()
    try analyzer.add(try request(), withObserver: observer)
    try analyzer.feed([], from: 0)
    try analyzer.feed(noise(seconds: 0.5))
    try analyzer.feed([], from: 8000)
    try analyzer.feed(noise(seconds: 0.5), from: 8000)
    analyzer.completeAnalysis()
    #expect(observer.classifications.count == 1)
  }
}
