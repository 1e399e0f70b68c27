import AudioTestSupport
import SoundRecognition
import SoundSignal
import Synchronization

@testable import SoundClassification
@testable import Soundwatch

/// The gate behind the network, with scores that a test makes up and samples that say what they are.
final class GateTrial {
  static let sampleRate = 4000
  private static let moment: Int64 = 160

  let work = WorkCount()
  private let log = ResultLog()
  private let heard: HeardSamples
  private let recognition: MusicRecognition
  private var position: Int64 = 0

  init(
    _ recognizers: [any MusicRecognizer], waits: Bool = true,
    _ change: (RecognizeMusicRequest) -> Void = { _ in }
  ) throws {
    let request = RecognizeMusicRequest(
      recognizers: recognizers, model: try SoundModel.builtIn(.version1)
    ) { [work] in CountingQueryMaker(work) }
    // Tests that run side by side may keep an answer waiting for long.
    request.timeout = .seconds(600)
    change(request)
    heard = HeardSamples(from: 0, capacity: 10 * Self.sampleRate)
    recognition = MusicRecognition(
      request, settings: request.currentSettings,
      place: SignalPlace(origin: 0, sampleRate: Self.sampleRate, channel: 0), heard: heard,
      waits: waits
    ) { [log] in log.results.append($0) }
  }

  /// What was reported: the event, the title, and the start and end in seconds.
  var summary: [String] {
    log.results.map { result in
      let name = result.title ?? result.items.first.map { _ in "-" } ?? result.recognizer ?? ""
      let start = Self.rounded(result.timeRange.start.seconds)
      let end = Self.rounded(result.timeRange.end.seconds)
      return "\(result.event) \(name) \(start)-\(end)"
    }
  }

  /// The same without the times.
  var events: [String] {
    summary.map { $0.split(separator: " ").dropLast().joined(separator: " ") }
  }
  var reported: [MusicResult] { log.results }

  func hear(_ sound: [Float], music: Float) {
    for start in stride(from: 0, to: sound.count, by: Int(Self.moment)) {
      let piece = Array(sound[start..<min(start + Int(Self.moment), sound.count)])
      unsafe piece.withUnsafeBufferPointer { unsafe heard.append($0) }
      recognition.accept(music, from: position, to: position + Int64(piece.count))
      position += Int64(piece.count)
    }
  }

  func song(_ number: Int, from start: Double = 0, seconds: Double) {
    hear(
      MarkedSound.song(number, from: start, seconds: seconds, sampleRate: Self.sampleRate),
      music: 0.9)
  }

  func unknownMusic(seconds: Double) {
    hear(MarkedSound.unknown(seconds: seconds, sampleRate: Self.sampleRate), music: 0.9)
  }

  func speech(seconds: Double) {
    hear(MarkedSound.unknown(seconds: seconds, sampleRate: Self.sampleRate), music: 0.05)
  }

  func finish() { recognition.finish() }

  private static func rounded(_ seconds: Double) -> String {
    "\((seconds * 10).rounded() / 10)"
  }

  private final class ResultLog { var results: [MusicResult] = [] }
}

/// How much signature work was done.
final class WorkCount: Sendable {
  private let makerCount = Atomic<Int>(0)
  private let framesHeard = Atomic<Int>(0)
  var makers: Int { makerCount.load(ordering: .relaxed) }
  var frames: Int { framesHeard.load(ordering: .relaxed) }
  func countMaker() { makerCount.add(1, ordering: .relaxed) }
  func count(frames: Int) { framesHeard.add(frames, ordering: .relaxed) }
}

final class CountingQueryMaker: QueryMaker {
  private let base = MarkedQueryMaker()
  private let work: WorkCount

  init(_ work: WorkCount) {
    self.work = work
    work.countMaker()
  }

  func append(_ buffer: PCMBuffer, at time: StreamTime?) throws(RecognitionError) {
    work.count(frames: buffer.frameCount)
    try base.append(buffer, at: time)
  }

  func signature() -> Signature { base.signature() }
}

/// A service on a network that does not exist.
final class ScriptedService: MusicRecognizer {
  let name = "service"
  let minimumDuration = 4.0
  let maximumDuration = 10.0
  let needsSamples = true
  private let excerpts = Mutex<[MusicExcerpt]>([])
  private let answer: @Sendable (MusicExcerpt) async throws -> [MatchedMediaItem]

  init(_ answer: @escaping @Sendable (MusicExcerpt) async throws -> [MatchedMediaItem]) {
    self.answer = answer
  }

  var asked: [MusicExcerpt] { excerpts.withLock { $0 } }

  func recognize(_ excerpt: MusicExcerpt) async throws -> [MatchedMediaItem] {
    excerpts.withLock { $0.append(excerpt) }
    return try await answer(excerpt)
  }
}
