import SoundSignal
import Synchronization

/// Gets every buffer of a live command before it is analyzed: measures its level, records it, and looks
/// at the time.
///
/// *Thread-safe*.
final class LiveTap: Sendable {
  private struct State {
    var hasOpened = false
    var hasHeard = false
    /// Where the time line has come to, in seconds, and when that was.
    var end = 0.0
    var endedAt = ContinuousClock.now
  }

  private let state = Mutex(State())
  private let source: any LiveSource
  private let observer: LiveObserver
  private let recording: LiveRecording?
  private let measuresLevels: Bool
  private let duration: Double?
  private let stop: @Sendable () -> Void

  /// - Parameters:
  ///   - duration: after how many seconds `stop` is called.
  init(
    _ source: any LiveSource, observer: LiveObserver, recording: LiveRecording?,
    measuresLevels: Bool, duration: Double?, stop: @escaping @Sendable () -> Void
  ) {
    self.source = source
    self.observer = observer
    self.recording = recording
    self.measuresLevels = measuresLevels
    self.duration = duration
    self.stop = stop
  }

  /// Whether any sound has come.
  var hasHeard: Bool { state.withLock { $0.hasHeard } }

  /// Opens the source. Tells of the first time; of later ones the analyzer does.
  func open() throws -> any AudioSource {
    let opened = try source.open()
    let isFirst = state.withLock { state in
      defer { state.hasOpened = true }
      return !state.hasOpened
    }
    if isFirst { observer.tell(.listening(source.name, opened.format)) }
    return opened
  }

  /// Takes the next buffer.
  func take(_ buffer: PCMBuffer, at start: StreamTime) {
    let end = start.advanced(by: Int64(buffer.frameCount))
    let isFirst = state.withLock { state in
      defer { state.hasHeard = true }
      state.end = end.seconds
      state.endedAt = .now
      return !state.hasHeard
    }
    if isFirst { StartupPages.release() }
    let levels = measuresLevels ? ChannelLevel.levels(of: buffer) : []
    observer.tell(.sound(levels, start: start, end: end))
    if let problem = recording?.record(buffer, at: start) { observer.tell(.warning(problem)) }
    if let duration, end.seconds >= duration { stop() }
  }

  /// Ends listening in time also when no sound comes. Looks at the clock on a thread of its own.
  func watchTheClock() {
    guard let duration else { return }
    Threads.detach { [weak self] in
      while let self {
        let (end, endedAt) = self.state.withLock { ($0.end, $0.endedAt) }
        let silent = (ContinuousClock.now - endedAt) / .seconds(1)
        // While sound comes, the time line decides, exactly.
        if silent > 1, end + silent >= duration { return self.stop() }
        Threads.sleep(.milliseconds(200))
      }
    }
  }
}
