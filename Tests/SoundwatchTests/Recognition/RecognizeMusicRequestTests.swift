import AudioTestSupport
import Foundation
import SoundClassification
import SoundRecognition
import SoundSignal
import Testing

@testable import Soundwatch

/// From samples to titles: the bundled network, real signatures, a real catalog.
@Suite(.timeLimit(.minutes(10))) struct RecognizeMusicRequestTests {
  private static let sampleRate = 16_000

  private static func song(_ seed: UInt64, from start: Double = 0, seconds: Double) -> [Float] {
    SyntheticSound.song(seed: seed, from: start, seconds: seconds, sampleRate: sampleRate)
  }

  private static func voice(seconds: Int) -> [Float] {
    SyntheticSound.voice(count: seconds * sampleRate, sampleRate: sampleRate)
  }

  private static func recognizer() throws -> CatalogRecognizer {
    let catalog = CustomCatalog()
    for (seed, title) in [(1, "One"), (2, "Two"), (3, "Three")] as [(UInt64, String)] {
      let generator = SignatureGenerator()
      try generator.append(
        PCMBuffer(song(seed, seconds: 30), sampleRate: sampleRate), at: nil)
      try catalog.addReferenceSignature(
        generator.signature(), representing: [MediaItem(properties: [.title: title])])
    }
    return try CatalogRecognizer(catalog)
  }

  private static let programme =
    voice(seconds: 6) + song(1, seconds: 12) + song(2, from: 5, seconds: 12) + voice(seconds: 5)

  private func summary(_ results: [MusicResult]) -> [String] {
    results.map { result in
      let range = result.timeRange
      return "\(result.event) \(result.title ?? "?") \(range.start.seconds) \(range.end.seconds)"
    }
  }

  private func analyze(_ sound: [Float], in pieces: [Range<Int>]? = nil) throws -> [MusicResult] {
    let analyzer = try StreamAnalyzer(sampleRate: Self.sampleRate)
    let observer = RecordingObserver()
    try analyzer.add(
      RecognizeMusicRequest(recognizers: [Self.recognizer()]), withObserver: observer)
    try analyzer.feed(sound, in: pieces)
    analyzer.completeAnalysis()
    #expect(observer.completionCount == 1)
    return observer.music
  }

  @Test func songsAreFoundBetweenSpeech() throws {
    let results = try analyze(Self.programme)
    #expect(results.map(\.event) == [.started, .ended, .started, .ended])
    #expect(results.map(\.title) == ["One", "One", "Two", "Two"])
    let expected = [(6.0, 18.0, 0.0), (18.0, 30.0, 5.0)]
    for (result, expected) in zip(results.filter { $0.event == .ended }, expected) {
      let range = result.timeRange
      // The network is a little late at the edges, and a window of three seconds decides between songs.
      #expect(abs(range.start.seconds - expected.0) < 2, "\(range)")
      #expect(abs(range.end.seconds - expected.1) < 3, "\(range)")
      // Where it is in the recording is exact.
      let offset = result.offset - (range.start.seconds - expected.0)
      #expect(abs(offset - expected.2) < 0.05, "\(offset)")
    }
  }

  @Test func aFileAndAnyCutOfAStreamGiveTheSame() throws {
    let sound = Self.programme
    let whole = summary(try analyze(sound))
    let cut = stride(from: 0, to: sound.count, by: 1777).map { $0..<min($0 + 1777, sound.count) }
    #expect(summary(try analyze(sound, in: cut)) == whole)
    let file = FileAnalyzer(
      source: try ScriptedSource(sampleRate: Self.sampleRate, sound: sound, framesPerBuffer: 4096))
    let observer = RecordingObserver()
    try file.add(
      RecognizeMusicRequest(recognizers: [Self.recognizer()]), withObserver: observer)
    file.analyze()
    #expect(summary(observer.music) == whole)
    #expect(observer.completionCount == 1)
  }

  @Test func speechNoiseAndSilenceMakeNoSignature() throws {
    let work = WorkCount()
    let request = RecognizeMusicRequest(
      recognizers: [try Self.recognizer()], model: try SoundModel.builtIn(.version1)
    ) { CountingQueryMaker(work) }
    let analyzer = try StreamAnalyzer(sampleRate: Self.sampleRate)
    let observer = RecordingObserver()
    try analyzer.add(request, withObserver: observer)
    let second = Self.sampleRate
    try analyzer.feed(
      Self.voice(seconds: 12) + SyntheticSound.silence(count: 4 * second)
        + SyntheticSound.noise(seed: 1, count: 6 * second) + Self.voice(seconds: 6))
    analyzer.completeAnalysis()
    #expect(work.makers == 0)
    #expect(observer.music.isEmpty)
    #expect(observer.completionCount == 1)
  }

  @Test func resultsComeAsASequenceBesideOthers() async throws {
    let file = FileAnalyzer(
      source: try ScriptedSource(
        sampleRate: Self.sampleRate, sound: Self.song(3, from: 4, seconds: 8),
        framesPerBuffer: 4096))
    let classifications = RecordingObserver()
    try file.add(ClassifySoundRequest(), withObserver: classifications)
    let request = try RecognizeMusicRequest(recognizers: [Self.recognizer()])
    let results = try file.results(for: request)
    async let success = file.analyze()
    var titles: [String?] = []
    for try await result in results { titles.append(result.title) }
    #expect(await success)
    #expect(titles == ["Three", "Three"])
    #expect(!classifications.classifications.isEmpty)
  }

  @Test func aRemovedRequestSaysNothingMore() throws {
    let analyzer = try StreamAnalyzer(sampleRate: Self.sampleRate)
    let observer = RecordingObserver()
    let request = try RecognizeMusicRequest(recognizers: [Self.recognizer()])
    try analyzer.add(request, withObserver: observer)
    try analyzer.feed(Self.song(1, seconds: 2))
    analyzer.remove(request)
    try analyzer.feed(
      Self.song(1, from: 2, seconds: 6), from: Int64(2 * Self.sampleRate))
    analyzer.completeAnalysis()
    #expect(observer.events.isEmpty)
  }
}
