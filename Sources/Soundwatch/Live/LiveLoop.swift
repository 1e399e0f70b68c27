internal import Glibc
internal import SoundSignal
internal import Synchronization

/// What the thread of a ``LiveAnalyzer`` does, from the first opening of the source to the end.
///
/// *Confined* to that thread.
struct LiveLoop {
  private enum Outcome { case stopped, atEnd, failed(any Error) }

  private let live: LiveAnalyzer
  private var timeLine = LiveTimeLine()
  /// Attempts since the last sound.
  private var attempt = 0
  private var hasOpened = false
  private var isInterrupted = false

  init(_ live: LiveAnalyzer) { self.live = live }

  consuming func run() {
    live.control.threadBegins()
    while true {
      let outcome = listenOnce()
      if case .stopped = outcome { break }
      guard waits(after: outcome) else {
        end(outcome)
        live.control.threadEnds()
        return
      }
    }
    end(.stopped)
    live.control.threadEnds()
  }

  /// Opens the source and listens as long as it lasts.
  private mutating func listenOnce() -> Outcome {
    guard !live.control.shallStop else { return .stopped }
    let source: any AudioSource
    do {
      source = try live.open()
    } catch {
      return live.control.shallStop ? .stopped : .failed(error)
    }
    hasOpened = true
    defer { _ = live.control.use(nil) }
    guard live.control.use(source) else {
      source.cancel()
      return .stopped
    }
    timeLine.sourceChanges()
    defer { live.requests.detach() }
    do {
      try read(source)
    } catch {
      return live.control.shallStop ? .stopped : .failed(error)
    }
    return live.control.shallStop ? .stopped : .atEnd
  }

  private mutating func read(_ source: any AudioSource) throws {
    let liveSource = source as? any LiveAudioSource
    let analyzer = try live.requests.makeAnalyzer(
      format: source.format, channels: live.options.channels)
    var buffer = PCMBuffer(format: source.format)
    var isListening = false
    var expected: Int64?
    if !isInterrupted {
      live.publish(live.control.shallListen ? .listening(source.format) : .prepared(source.format))
    }
    while let position = try source.read(into: &buffer) {
      let began = ContinuousClock.now
      let placed = timeLine.place(buffer, at: position, now: began)
      let time = StreamTime(frame: placed, sampleRate: source.format.sampleRate)
      if isInterrupted { resume(source.format, at: time) }
      if let liveSource {
        for event in liveSource.takeEvents() { report(event, source.format) }
      } else if let expected, position > expected {
        report(.framesLost(position - expected, at: expected), source.format)
      }
      expected = position + Int64(buffer.frameCount)
      attempt = 0
      live.options.onBuffer?(buffer, time)
      if live.control.shallListen {
        if !isListening {
          isListening = true
          beginListening(analyzer, source.format)
        }
        analyzer.analyze(buffer, atAudioFramePosition: placed)
      }
      if live.options.preRoll > .zero { live.recent.withLock { $0.append(buffer, at: placed) } }
      live.count(
        frames: isListening ? buffer.frameCount : 0, processorTime: threadTime(),
        bufferTime: ContinuousClock.now - began)
    }
    if let liveSource {
      for event in liveSource.takeEvents() { report(event, source.format) }
    }
  }

  /// Analyzes what was kept while prepared.
  private func beginListening(_ analyzer: StreamAnalyzer, _ format: PCMFormat) {
    live.publish(.listening(format))
    for (buffer, position) in live.recentAudio() where buffer.format == format {
      analyzer.analyze(buffer, atAudioFramePosition: position)
      live.count(frames: buffer.frameCount, processorTime: threadTime(), bufferTime: .zero)
    }
  }

  private mutating func resume(_ format: PCMFormat, at time: StreamTime) {
    isInterrupted = false
    live.recent.withLock { $0.removeAll() }
    live.publish(.resumed(format, at: time))
    if !live.control.shallListen { live.publish(.prepared(format)) }
  }

  private func report(_ event: AudioSourceEvent, _ format: PCMFormat) {
    func time(_ position: Int64) -> StreamTime {
      timeLine.time(of: position, sampleRate: format.sampleRate)
    }
    switch event {
    case .framesLost(let count, let position):
      live.publish(.framesLost(count, at: time(position)))
    case .title(let title, let position): live.publish(.title(title, at: time(position)))
    case .interrupted(let reason, let position):
      live.publish(.interrupted(reason, at: time(position)))
    case .resumed(let position): live.publish(.resumed(format, at: time(position)))
    }
  }

  /// After a failure or an end: waits for the next attempt, if there shall be one.
  private mutating func waits(after outcome: Outcome) -> Bool {
    let policy = live.options.reconnect
    let reason: String
    switch outcome {
    case .stopped: return false
    case .atEnd:
      guard policy.reconnectsAtEnd else { return false }
      reason = "The source has ended."
    case .failed(let error):
      guard hasOpened || policy.retriesFirstOpening else { return false }
      reason = "\(error)"
    }
    attempt += 1
    guard let delay = policy.delay(beforeAttempt: attempt) else { return false }
    if !isInterrupted, let end = timeLine.endTime {
      isInterrupted = true
      live.publish(.interrupted(reason, at: end))
    }
    live.publish(.waiting(reason: reason, attempt: attempt, delay: delay))
    _ = live.control.wait(for: delay)
    return true
  }

  private func end(_ outcome: Outcome) {
    switch outcome {
    case .stopped, .atEnd:
      live.requests.end(.success(()))
      live.publish(.ended)
    case .failed(let error):
      let message = "\(error)"
      live.requests.end(.failure(AnalysisError(.operationFailed, message, cause: error)))
      live.publish(.failed(message), failure: error)
    }
  }

  private func threadTime() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
