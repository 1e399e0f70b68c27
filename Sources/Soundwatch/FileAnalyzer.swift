internal import Dispatch
public import SoundSignal
internal import Synchronization

/// Listens to a whole sound from its start to its end, as fast as it can be read.
///
/// `SoundFiles` adds an initializer for files and URLs; here any ``/SoundSignal/AudioSource`` will do.
///
/// *Thread-safe*.
public final class FileAnalyzer: Sendable {
  private let source: any AudioSource
  private let analyzer: StreamAnalyzer
  private let state = Mutex(State.ready)
  private let framesAnalyzed = Atomic<Int64>(0)

  private enum State { case ready, analyzing, cancelled, finished }

  /// Makes an analyzer for a sound.
  /// - Parameters:
  ///   - source: where the sound comes from.
  ///   - channels: which channels are heard; the first by default.
  public init(source: any AudioSource, channels: ChannelSelection = .first) {
    self.source = source
    analyzer = StreamAnalyzer(format: source.format, channels: channels, pace: .file)
  }

  /// The format of the sound.
  public var format: PCMFormat { source.format }
  /// The length of the sound in frames, where it is known beforehand. It is an estimate.
  public var estimatedFrameCount: Int64? { source.estimatedFrameCount }
  /// How many frames have been analyzed so far.
  public var progress: Int64 { framesAnalyzed.load(ordering: .relaxed) }

  /// Adds a request.
  /// - Parameters:
  ///   - request: what to find out.
  ///   - observer: whom to tell; held weakly.
  /// - Throws: ``AnalysisError`` when the analysis has begun, or the request cannot work with the
  ///   sound's format.
  public func add(
    _ request: any SoundRequest, withObserver observer: any ResultsObserving
  ) throws(AnalysisError) {
    try checkIsReady()
    try analyzer.add(request, withObserver: observer)
  }

  /// Removes a request; see ``StreamAnalyzer/remove(_:)``.
  public func remove(_ request: any SoundRequest) { analyzer.remove(request) }

  /// Removes all requests; see ``StreamAnalyzer/removeAllRequests()``.
  public func removeAllRequests() { analyzer.removeAllRequests() }

  /// Analyzes the sound and returns at its end. All results have been given by then.
  ///
  /// *Blocking*. A second call returns at once: a sound is analyzed once.
  public func analyze() { _ = run() }

  /// Analyzes the sound on a thread of its own.
  /// - Parameter completionHandler: is called in any case, with `true` at the end of the sound and with
  ///   `false` when the analysis was cancelled or failed.
  public func analyze(completionHandler: (@Sendable (Bool) -> Void)?) {
    // Decoding and analysis may block for as long as a sound lasts, so the cooperative pool of Swift's
    // concurrency is no place for them.
    DispatchQueue(label: "soundwatch.analysis", qos: .userInitiated).async {
      let success = self.run()
      completionHandler?(success)
    }
  }

  /// Analyzes the sound on a thread of its own. Cancelling the task cancels the analysis.
  /// - Returns: whether the end of the sound was reached.
  public func analyze() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        analyze { continuation.resume(returning: $0) }
      }
    } onCancel: {
      cancelAnalysis()
    }
  }

  /// Makes the analysis end soon; observers are then told of the error ``AnalysisError/Code/cancelled``.
  public func cancelAnalysis() {
    state.withLock { state in
      if state != .finished { state = .cancelled }
    }
    source.cancel()
  }

  /// Adds a request and gives its results as an async sequence; see
  /// ``StreamAnalyzer/results(for:bufferingPolicy:)->ResultSequence<ClassificationResult>``.
  /// All results are kept by default.
  public func results(
    for request: ClassifySoundRequest, bufferingPolicy: ResultBufferingPolicy = .unbounded
  ) throws(AnalysisError) -> ResultSequence<ClassificationResult> {
    try sequence(request, bufferingPolicy)
  }

  /// Adds a request and gives its results as an async sequence; see
  /// ``StreamAnalyzer/results(for:bufferingPolicy:)->ResultSequence<SegmentResult>``.
  /// All results are kept by default.
  public func results(
    for request: SegmentSoundRequest, bufferingPolicy: ResultBufferingPolicy = .unbounded
  ) throws(AnalysisError) -> ResultSequence<SegmentResult> {
    try sequence(request, bufferingPolicy)
  }

  func sequence<Element>(
    _ request: any SoundRequest, _ policy: ResultBufferingPolicy
  ) throws(AnalysisError) -> ResultSequence<Element> {
    try checkIsReady()
    return try analyzer.sequence(request, policy)
  }

  private func checkIsReady() throws(AnalysisError) {
    guard state.withLock({ $0 }) != .analyzing else {
      throw AnalysisError(
        .alreadyAnalyzing, "Requests must be added before the analysis of a file begins.")
    }
  }

  private var isCancelled: Bool { state.withLock { $0 } == .cancelled }

  private func run() -> Bool {
    let isFirst = state.withLock { state in
      guard state == .ready else { return state == .cancelled }
      state = .analyzing
      return true
    }
    guard isFirst else { return false }
    var buffer = PCMBuffer(format: source.format)
    do {
      while !isCancelled, let position = try source.read(into: &buffer) {
        analyzer.analyze(buffer, atAudioFramePosition: position)
        framesAnalyzed.add(Int64(buffer.frameCount), ordering: .relaxed)
      }
    } catch {
      analyzer.fail(
        AnalysisError(.operationFailed, "\(error)", cause: error))
      state.withLock { $0 = .finished }
      return false
    }
    guard !isCancelled else {
      analyzer.fail(AnalysisError(.cancelled, "The analysis was cancelled."))
      state.withLock { $0 = .finished }
      return false
    }
    analyzer.completeAnalysis()
    state.withLock { $0 = .finished }
    return true
  }
}
