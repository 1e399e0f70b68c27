internal import SoundClassification
public import SoundSignal
internal import Synchronization

/// Listens to a stream of samples and tells observers what is heard.
///
/// Samples are handed to ``analyze(_:atAudioFramePosition:)`` in pieces of any size; results never
/// depend on the sizes. The analysis runs on the calling thread, in the call: hand samples over from a
/// queue of your own, not from an audio callback.
///
/// ```swift
/// let analyzer = StreamAnalyzer(format: format)
/// try analyzer.add(ClassifySoundRequest(), withObserver: observer)
/// analyzer.analyze(buffer, atAudioFramePosition: 0)
/// analyzer.completeAnalysis()
/// ```
///
/// *Thread-safe*: calls of ``analyze(_:atAudioFramePosition:)`` wait for one another; requests may be
/// added and removed at any time.
public final class StreamAnalyzer: Sendable {
  /// The format of every buffer that is analyzed.
  public let format: PCMFormat
  /// Which of the channels are heard.
  public let channels: ChannelSelection

  private let signalCount: Int?
  private let requests: Mutex<Requests>
  /// One analyzing thread at a time; a thread inside may come back, from an observer.
  private let turnstile = Turnstile()
  private let analysis: Analysis

  private struct Requests: Sendable {
    var added: [Registration] = []
    /// Those of `added` that the analysis has not taken up yet.
    var new: [Registration] = []
    var hasRemovals = false
    var isComplete = false
    /// Whether the requests have gone on to another analyzer.
    var isReleased = false
    /// The end that an observer called for from inside a call, until the buffer is through.
    var ending: Ending?
  }

  private enum Ending: Sendable { case completion, failure(any Error) }

  /// Makes an analyzer for a stream.
  /// - Parameters:
  ///   - format: the format of the samples. A stream whose format changes needs a new analyzer.
  ///   - channels: which channels are heard; the first by default.
  public convenience init(format: PCMFormat, channels: ChannelSelection = .first) {
    self.init(format: format, channels: channels, pace: .live)
  }

  init(format: PCMFormat, channels: ChannelSelection, pace: AnalysisPace) {
    self.format = format
    self.channels = channels
    signalCount = channels.signalCount(of: format)
    requests = Mutex(Requests())
    analysis = Analysis(
      format: format, channels: channels, signalCount: signalCount ?? 0,
      pace: pace)
  }

  deinit {
    // Whoever still waits for the results of a sequence waits in vain.
    let error = AnalysisError(.cancelled, "The analyzer was released before the end of the sound.")
    for registration in requests.withLock({ $0.added }) where registration.keepsObserver {
      registration.fail(error)
    }
  }

  /// Adds a request. Its first window begins with the next sample that is analyzed.
  /// - Parameters:
  ///   - request: what to find out.
  ///   - observer: whom to tell; held weakly.
  /// - Throws: ``AnalysisError`` when the request cannot work with the stream's format.
  public func add(
    _ request: any SoundRequest, withObserver observer: any ResultsObserving
  ) throws(AnalysisError) {
    try add(Registration(request, observer: observer))
  }

  /// Removes a request. When this returns, its observers are not told anything any more, except that a
  /// call from within an observer's own call lets that one finish.
  public func remove(_ request: any SoundRequest) {
    withdraw { $0.request === request }
  }

  /// Removes all requests, as ``remove(_:)`` does.
  public func removeAllRequests() {
    withdraw { _ in true }
  }

  /// Analyzes a piece of the stream. Observers are told on this thread before it returns.
  ///
  /// A position other than the end of the previous buffer is a gap: windows and segments end before it
  /// and new ones begin behind it.
  ///
  /// *Blocking*: waits while another thread analyzes. Not to be called from inside an observer's call.
  /// - Parameters:
  ///   - buffer: the samples, in the analyzer's format.
  ///   - position: the place of the buffer's first frame in the stream, by which results are timed. It
  ///     may start anywhere.
  public func analyze(_ buffer: PCMBuffer, atAudioFramePosition position: Int64) {
    precondition(!turnstile.isHeldByCaller, "An observer called analyze from inside its own call.")
    turnstile.pass {
      guard !requests.withLock({ $0.isComplete }) else { return }
      guard buffer.format == format else {
        conclude(
          .failure(
            AnalysisError(
              .invalidFormat,
              "A buffer has the format \(buffer.format) and the analyzer \(format); "
                + "make a new analyzer when the format changes.")))
        return
      }
      takeUpRequests()
      analysis.process(buffer, at: position)
      if let ending = requests.withLock({ $0.ending }) { conclude(ending) }
    }
  }

  /// Says that the stream has ended. The last results are given, then every request completes. Buffers
  /// that come afterwards are ignored.
  ///
  /// *Blocking*: waits while another thread analyzes. Called from inside an observer's call, it takes
  /// effect at the end of the buffer that is being analyzed.
  public func completeAnalysis() { end(.completion) }

  /// Ends the stream with an error, after the results up to here.
  package func fail(_ error: any Error) { end(.failure(error)) }

  func add(_ registration: Registration) throws(AnalysisError) {
    guard signalCount != nil else {
      throw AnalysisError(
        .invalidFormat, "The stream (\(format)) does not have the channel that was chosen.")
    }
    let isComplete = requests.withLock { requests in
      if !requests.isComplete {
        requests.added.append(registration)
        requests.new.append(registration)
      }
      return requests.isComplete
    }
    // The stream is over: what was asked too late completes at once, unless another analyzer goes on.
    if isComplete, !requests.withLock({ $0.isReleased }) { registration.complete() }
  }

  func withdraw(where matches: (Registration) -> Bool) {
    let removed = requests.withLock { requests in
      let removed = requests.added.filter(matches)
      requests.added.removeAll(where: matches)
      requests.new.removeAll(where: matches)
      requests.hasRemovals = requests.hasRemovals || !removed.isEmpty
      return removed
    }
    for registration in removed { registration.withdraw() }
  }

  /// Gives the last results and ends, but lets the requests live on in another analyzer.
  ///
  /// *Blocking*: waits while another thread analyzes. Not to be called from inside an observer's call.
  func releaseRequests() {
    turnstile.pass {
      guard !requests.withLock({ $0.isComplete }) else { return }
      takeUpRequests()
      analysis.finish()
      requests.withLock { requests in
        requests.isComplete = true
        requests.isReleased = true
        requests.added = []
        requests.new = []
      }
    }
  }

  private func end(_ ending: Ending) {
    // In the middle of a buffer the analysis cannot finish.
    if turnstile.isHeldByCaller {
      requests.withLock { $0.ending = $0.ending ?? ending }
    } else {
      turnstile.pass { conclude(ending) }
    }
  }

  private func conclude(_ ending: Ending) {
    guard !requests.withLock({ $0.isComplete }) else { return }
    takeUpRequests()
    analysis.finish()
    let concluded = requests.withLock { requests in
      requests.isComplete = true
      defer { requests.added = [] }
      return requests.added
    }
    for registration in concluded {
      switch ending {
      case .completion: registration.complete()
      case .failure(let error): registration.fail(error)
      }
    }
  }

  private func takeUpRequests() {
    let (new, hasRemovals) = requests.withLock { requests in
      defer {
        // Keeping the capacity of what is being handed out would allocate, at every buffer.
        if !requests.new.isEmpty { requests.new = [] }
        requests.hasRemovals = false
      }
      return (requests.new, requests.hasRemovals)
    }
    if hasRemovals { analysis.removeEnded() }
    for registration in new { analysis.add(registration) }
  }
}
