import SoundClassification
import SoundSignal
import Soundwatch

/// One run of a live command: an analyzer over a source, and those who are told what it finds.
///
/// *Thread-safe*.
final class LiveSession: Sendable {
  /// How listening ended.
  enum Outcome {
    /// By itself, or because somebody asked for it.
    case ended
    /// The source could not be opened.
    case notOpened(any Error)
    /// The source was lost.
    case lost(any Error)
  }

  /// A pause of one moment, 40 ms, within speech is not worth two lines. It costs as much latency.
  private static let shortestSegment = Duration.milliseconds(80)

  private let analyzer: LiveAnalyzer
  private let observer: LiveObserver
  private let tap: LiveTap
  private let cancellation: CancellationGroup

  /// Opens nothing yet.
  /// - Parameters:
  ///   - listeners: who is told.
  ///   - recognizers: who is asked which recordings are heard, if anybody is.
  ///   - measuresLevels: whether they want to know how loud the sound is, and to have a window five
  ///     times a second, as a screen does.
  ///   - cancellation: ends listening.
  init(
    _ options: LiveOptions, source: any LiveSource, model: SoundModel, labels: [String],
    listeners: [any LiveListener], recognizers: MusicRecognizers?, recording: LiveRecording?,
    measuresLevels: Bool,
    cancellation: CancellationGroup
  ) throws {
    self.cancellation = cancellation
    observer = LiveObserver(labels: labels, listeners: listeners, recognizers: recognizers)
    let tap = LiveTap(
      source, observer: observer, recording: recording, measuresLevels: measuresLevels,
      duration: options.duration, stop: { cancellation.cancel() })
    self.tap = tap
    var analyzerOptions = LiveAnalyzer.Options()
    analyzerOptions.channels = options.channels
    analyzerOptions.reconnect = source.reconnect
    analyzerOptions.cancelOpening = { source.cancelOpening() }
    analyzerOptions.onBuffer = { tap.take($0, at: $1) }
    analyzer = LiveAnalyzer(options: analyzerOptions) { try tap.open() }

    let segments = SegmentSoundRequest(model: model)
    segments.minimumDuration = Self.shortestSegment
    try analyzer.add(segments, withObserver: observer)
    if measuresLevels || options.windowDuration != nil {
      let length = options.windowDuration ?? 1
      let windows = ClassifySoundRequest(model: model)
      windows.windowDuration = .seconds(length)
      if measuresLevels { windows.overlapFactor = 1 - 0.2 / length }
      try analyzer.add(windows, withObserver: observer)
    }
    if let recognizers {
      let music = RecognizeMusicRequest(recognizers: recognizers.all, model: model)
      try analyzer.add(music, withObserver: observer)
    }
    analyzer.add(eventObserver: observer)
  }

  /// Where the analyzer stands.
  var state: LiveState { analyzer.state }

  /// Listens to the end.
  ///
  /// *Blocking*.
  func run() -> Outcome {
    tap.watchTheClock()
    do {
      try cancellation.run(onCancel: { [analyzer] in analyzer.stop() }) {
        if !cancellation.isCancelled { try analyzer.run() }
      }
      return .ended
    } catch {
      let cause = (error as? AnalysisError)?.cause ?? error
      return tap.hasHeard ? .lost(cause) : .notOpened(cause)
    }
  }
}
