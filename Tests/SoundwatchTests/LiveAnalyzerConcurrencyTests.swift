import AudioTestSupport
import Foundation
import SoundClassification
import SoundSignal
import Soundwatch
import Synchronization
import Testing

/// Storms of everything that several threads may do to a live analyzer at once. Run under the thread
/// sanitizer too.
struct LiveAnalyzerConcurrencyTests {
  private let model: SoundModel

  init() throws { model = try SoundModel(bytes: TinyModel.builder().bytes()) }

  /// A source without end that gives sound at once and breaks now and then.
  private final class RestlessSource: LiveAudioSource {
    let format: PCMFormat
    let estimatedFrameCount: Int64? = nil
    private let sound: PCMBuffer
    private let buffersUntilFailure: Int
    private let position = Atomic<Int64>(0)
    private let cancelled = Atomic<Bool>(false)

    init(sound: PCMBuffer, buffersUntilFailure: Int) {
      self.sound = sound
      self.buffersUntilFailure = buffersUntilFailure
      format = sound.format
    }

    func read(into buffer: inout PCMBuffer) throws -> Int64? {
      if cancelled.load(ordering: .acquiring) { return nil }
      let position = position.add(Int64(sound.frameCount), ordering: .relaxed).oldValue
      if position / Int64(sound.frameCount) == buffersUntilFailure {
        throw ScriptedSource.Failure()
      }
      buffer = sound
      return position
    }

    func takeEvents() -> [AudioSourceEvent] { [.title("on", at: 0)] }
    func cancel() { cancelled.store(true, ordering: .releasing) }
  }

  /// 10,000 analyzers are prepared, started, stopped, asked, given requests and robbed of them from three
  /// threads at once: each ends, each request is told its end at most once, and nothing comes after `stop`.
  @Test(.timeLimit(.minutes(20)))
  func stormsOfStartStopCancelAndRemove() async throws {
    let sound = try PCMBuffer(SyntheticSound.noise(seed: 1, count: 400), sampleRate: 8_000)
    let lateCalls = Atomic<Int>(0)
    let wrongEndings = Atomic<Int>(0)
    var options = LiveAnalyzer.Options()
    options.preRoll = .milliseconds(100)
    options.reconnect = ReconnectPolicy(firstDelay: .zero, longestDelay: .zero)
    for round in 0..<10_000 {
      let isOver = Atomic<Bool>(false)
      let observer = RecordingObserver()
      let late = RecordingObserver { _ in
        if isOver.load(ordering: .acquiring) { lateCalls.add(1, ordering: .relaxed) }
      }
      let analyzer = LiveAnalyzer(options: options) {
        RestlessSource(sound: sound, buffersUntilFailure: round % 7)
      }
      let request = ClassifySoundRequest(model: model)
      request.windowDuration = .milliseconds(100)
      let other = ClassifySoundRequest(model: model)
      other.windowDuration = .milliseconds(100)
      try analyzer.add(request, withObserver: observer)
      await withTaskGroup { group in
        group.addTask {
          if round % 2 == 0 { analyzer.prepare() }
          analyzer.start()
          _ = analyzer.state
        }
        group.addTask {
          try? analyzer.add(other, withObserver: late)
          _ = analyzer.statistics
          analyzer.remove(other)
        }
        group.addTask {
          switch round % 3 {
          case 0: await analyzer.stop()
          case 1:
            let run = Task { try await analyzer.run() }
            run.cancel()
            _ = try? await run.value
          default:
            for await state in analyzer.states where state != .idle { break }
            analyzer.removeAllRequests()
          }
        }
      }
      await analyzer.stop()
      isOver.store(true, ordering: .releasing)
      if observer.completionCount + observer.failures.count > 1 {
        wrongEndings.add(1, ordering: .relaxed)
      }
      #expect(analyzer.state.isOver)
    }
    #expect(lateCalls.load(ordering: .relaxed) == 0)
    #expect(wrongEndings.load(ordering: .relaxed) == 0)
  }
}
