public import Observation
public import SoundSignal
internal import Synchronization

/// Listens to a live source on a thread of its own: opens it, analyzes its sound as it comes, and, if it
/// may, waits for it when it has gone.
///
/// ```swift
/// let analyzer = LiveAnalyzer { try Microphone() }
/// try analyzer.add(SegmentSoundRequest(), withObserver: observer)
/// analyzer.start()
/// ...
/// analyzer.stop()
/// ```
///
/// ## Times
/// Results and events lie on one time line, that of the source's frame positions. When the source goes
/// and comes back, the time that has passed is on the time line too; when it comes back at another rate,
/// times are counted at that rate from then on. ``/SoundSignal/StreamTime``s stay comparable.
///
/// ## When observers are slow
/// Observers are called on the thread that analyzes, so a slow one slows the analysis down. A live source
/// does not wait: its own buffer fills up (a `Microphone` keeps two seconds), and what finds no room is
/// lost and reported as ``LiveEvent/framesLost(_:at:)`` with the exact number. Nothing else is ever
/// dropped on the way to observers. Async sequences never slow the analysis: they keep the newest values.
/// A source that can wait, such as a pipe, waits.
///
/// *Thread-safe*. An analyzer listens once; for another go make another.
public final class LiveAnalyzer: Sendable, Observable {
  /// How an analyzer listens.
  ///
  /// *Thread-safe*: a value.
  public struct Options: Sendable {
    /// Which channels are heard; the first by default.
    public var channels: ChannelSelection = .first
    /// What happens when the source fails or vanishes; by default that is the end.
    public var reconnect: ReconnectPolicy = .never
    /// How much of the sound just past is kept. What was heard between ``LiveAnalyzer/prepare()`` and
    /// ``LiveAnalyzer/start()`` is analyzed first, as far as it is kept; later
    /// ``LiveAnalyzer/recentAudio()`` has it. Nothing by default.
    public var preRoll: Duration = .zero
    /// Is called for each buffer on the thread that analyzes, before its results: to measure its level
    /// with ``/SoundSignal/ChannelLevel/levels(of:)``, or to record it. It is called while prepared, too.
    public var onBuffer: (@Sendable (PCMBuffer, StreamTime) -> Void)?
    /// Makes an opening that is under way return soon. A source whose opening may take long needs it for
    /// `stop()` to be quick.
    public var cancelOpening: (@Sendable () -> Void)?

    /// The first channel, no reconnecting, no pre-roll.
    public init() {}
  }

  let options: Options
  let open: @Sendable () throws -> any AudioSource
  let requests = LiveRequests()
  let control = LiveControl()
  private let registrar = ObservationRegistrar()
  private let current = Mutex(Current())
  private let stateBroadcast = Broadcast<LiveState>()
  private let eventBroadcast = Broadcast<LiveEvent>()
  let recent: Mutex<RecentAudio>

  private struct Current {
    var state = LiveState.idle
    var failure: (any Error)?
    var statistics = LiveStatistics()
    var observers: [WeakObserver] = []
  }

  private struct WeakObserver: Sendable {
    weak let observer: (any LiveEventsObserving)?
  }

  /// Makes an analyzer for a source.
  /// - Parameters:
  ///   - options: how it listens.
  ///   - source: opens the source. Called on the thread that analyzes, and again for each reconnection.
  public init(
    options: Options = Options(), source: @escaping @Sendable () throws -> any AudioSource
  ) {
    self.options = options
    open = source
    recent = Mutex(RecentAudio(options.preRoll))
  }

  deinit {
    requests.end(
      .failure(AnalysisError(.cancelled, "The analyzer was released before it had listened.")))
    stateBroadcast.finish()
    eventBroadcast.finish()
  }

  // MARK: Requests

  /// Adds a request. Its first window begins with the next sample that is analyzed.
  /// - Parameters:
  ///   - request: what to find out.
  ///   - observer: whom to tell; held weakly. Called on the thread that analyzes.
  /// - Throws: ``AnalysisError`` when the request cannot work with the stream's format.
  public func add(
    _ request: any SoundRequest, withObserver observer: any ResultsObserving
  ) throws(AnalysisError) {
    try requests.add(Registration(request, observer: observer))
  }

  /// Adds an observer of the events; held weakly.
  public func add(eventObserver observer: any LiveEventsObserving) {
    current.withLock { current in
      current.observers.removeAll { $0.observer == nil }
      current.observers.append(WeakObserver(observer: observer))
    }
  }

  /// Removes a request; see ``StreamAnalyzer/remove(_:)``.
  public func remove(_ request: any SoundRequest) { requests.remove { $0.request === request } }

  /// Removes all requests; see ``StreamAnalyzer/removeAllRequests()``.
  public func removeAllRequests() { requests.remove { _ in true } }

  /// Adds a request and gives its results as an async sequence, which goes on through reconnections.
  public func results(
    for request: ClassifySoundRequest, bufferingPolicy: ResultBufferingPolicy = .newest(256)
  ) throws(AnalysisError) -> ResultSequence<ClassificationResult> {
    try sequence(request, bufferingPolicy)
  }

  /// Adds a request and gives its results as an async sequence, which goes on through reconnections.
  public func results(
    for request: SegmentSoundRequest, bufferingPolicy: ResultBufferingPolicy = .newest(256)
  ) throws(AnalysisError) -> ResultSequence<SegmentResult> {
    try sequence(request, bufferingPolicy)
  }

  func sequence<Element>(
    _ request: any SoundRequest, _ policy: ResultBufferingPolicy
  ) throws(AnalysisError) -> ResultSequence<Element> {
    let (sequence, registration) = try ResultSequence<Element>.make(request, policy) {
      [weak self] registration in self?.requests.remove { $0 === registration }
    }
    try requests.add(registration)
    return sequence
  }

  // MARK: State

  /// Where the analyzer stands. A change is seen by Observation (`withObservationTracking`).
  public var state: LiveState {
    registrar.access(self, keyPath: \.state)
    return current.withLock { $0.state }
  }

  /// The present state and all that follow. Ends behind the last one.
  public var states: AsyncStream<LiveState> {
    stateBroadcast.stream { current.withLock { $0.state } }
  }

  /// What happens to the stream from now on. Ends with it.
  public var events: AsyncStream<LiveEvent> { eventBroadcast.stream() }

  /// Why the stream has ended, when that was an error.
  public var failure: (any Error)? { current.withLock { $0.failure } }

  /// What has been done so far.
  public var statistics: LiveStatistics { current.withLock { $0.statistics } }

  /// The sound just past, as far as ``Options/preRoll`` says, on the time line.
  public func recentAudio() -> [RecentAudio.Piece] { recent.withLock { $0.buffers } }

  // MARK: For the thread that analyzes

  func publish(_ state: LiveState, failure: (any Error)? = nil) {
    registrar.withMutation(of: self, keyPath: \.state) {
      stateBroadcast.send(state) {
        current.withLock { current in
          current.state = state
          current.failure = failure
        }
      }
    }
    if state.isOver {
      stateBroadcast.finish()
      eventBroadcast.finish()
    }
  }

  func publish(_ event: LiveEvent) {
    let observers = current.withLock { current in
      if case .framesLost(let count, _) = event { current.statistics.framesLost += count }
      if case .interrupted = event { current.statistics.interruptions += 1 }
      return current.observers
    }
    for observer in observers { observer.observer?.analyzer(self, didReport: event) }
    eventBroadcast.send(event)
  }

  func count(frames: Int, processorTime: Duration, bufferTime: Duration) {
    current.withLock { current in
      current.statistics.framesAnalyzed += Int64(frames)
      current.statistics.processorTime = processorTime
      current.statistics.longestBuffer = max(current.statistics.longestBuffer, bufferTime)
    }
  }
}
