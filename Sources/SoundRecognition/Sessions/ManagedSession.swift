internal import Foundation
public import Observation
public import SoundSignal
internal import Synchronization

/// Records by itself and matches what it hears against a catalog.
///
/// ```swift
/// let session = ManagedSession(catalog: catalog) { try Microphone() }
/// switch await session.result() {
/// case .match(let match): print(match.mediaItems[0].title ?? "?")
/// case .noMatch: print("unknown")
/// case .error(let error, _): print(error)
/// }
/// ```
///
/// *Thread-safe*.
public final class ManagedSession: Sendable, Observable {
  /// What a session is doing.
  public enum State: Sendable, Hashable {
    /// Nothing.
    case idle
    /// It records, so that a match can be found sooner.
    case prerecording
    /// It matches what it records.
    case matching
  }

  /// The catalog.
  public let catalog: any Catalog

  private let makeSource: @Sendable () throws -> any AudioSource
  private let makeQueryMaker: @Sendable () -> any QueryMaker
  private let wall: WallClock
  private let phase = Mutex(Phase.idle)
  private let registrar = ObservationRegistrar()

  private enum Phase: Sendable {
    case idle
    case prerecording(Recording)
    case matching(Run)

    /// The run that is under way.
    var run: Run? { if case .matching(let run) = self { run } else { nil } }

    var state: State {
      switch self {
      case .idle: .idle
      case .prerecording: .prerecording
      case .matching: .matching
      }
    }
  }

  /// A recording that is being matched.
  private struct Run: Sendable {
    var number: UUID
    var recording: Recording
    var session: Session

    func stop() {
      recording.stop()
      session.broadcaster.finish()
    }
  }

  /// Makes a session.
  /// - Parameters:
  ///   - catalog: what can be recognized.
  ///   - makeSource: opens what is listened to; called anew each time the session leaves
  ///     ``State/idle``, on a thread where it may wait.
  public convenience init(
    catalog: any Catalog, source makeSource: @escaping @Sendable () throws -> any AudioSource
  ) {
    self.init(
      catalog: catalog, wall: .system, makeQueryMaker: { SignatureGenerator() },
      source: makeSource)
  }

  package init(
    catalog: any Catalog, wall: WallClock,
    makeQueryMaker: @escaping @Sendable () -> any QueryMaker,
    source makeSource: @escaping @Sendable () throws -> any AudioSource
  ) {
    self.catalog = catalog
    self.makeSource = makeSource
    self.makeQueryMaker = makeQueryMaker
    self.wall = wall
  }

  deinit {
    // Nobody observes any more.
    switch phase.withLock({ $0 }) {
    case .idle: break
    case .prerecording(let recording): recording.stop()
    case .matching(let run): run.stop()
    }
  }

  /// What the session is doing. Observable.
  public var state: State {
    registrar.access(self, keyPath: \.state)
    return phase.withLock { $0.state }
  }

  /// Opens what is listened to and begins to record, so that the next match needs less time. Returns
  /// when the recording has begun. While the session matches, nothing happens.
  public func prepare() async {
    let recording = makeRecording()
    let isNew = change { phase -> Bool in
      guard case .idle = phase else { return false }
      phase = .prerecording(recording)
      return true
    }
    guard isNew else { return }
    await withCheckedContinuation { continuation in
      recording.start { continuation.resume() }
    }
  }

  /// Makes one attempt: records until something is recognized, or until the catalog's longest query is
  /// not, and stops. Cancelling the task is like ``cancel()``.
  public func result() async -> Session.Result {
    let results = listen()
    for await result in results {
      // A click in the recording only makes the attempt begin anew.
      if case .error(let error as RecognitionError, _) = result,
        error.code == .audioDiscontinuity
      {
        continue
      }
      return result
    }
    return .error(RecognitionError.ended, Signature(peaks: [], sampleCount: 0))
  }

  /// What is found, again and again, until ``cancel()`` is called, the sound ends, or nobody reads any
  /// more. Recording begins when the reading does. Several readers share a recording.
  public var results: Session.Results {
    Session.Results(FirstListening { self.listen() })
  }

  /// Stops recording, and ends the attempt that is under way and all ``results``.
  public func cancel() {
    let ended = change { phase in
      defer { phase = .idle }
      return phase
    }
    switch ended {
    case .idle: break
    case .prerecording(let recording): recording.stop()
    case .matching(let run): run.stop()
    }
  }

  private func makeRecording() -> Recording {
    // What is older would only delay the first attempt.
    Recording(keeping: catalog.minimumQuerySignatureDuration, makeSource: makeSource)
  }

  /// Joins the run that is under way, or begins one.
  private func listen() -> AsyncStream<Session.Result> {
    if let stream = phase.withLock({ $0.run?.session.broadcaster.listen() }) { return stream }
    let number = UUID()
    let session = Session(
      catalog: catalog, wall: wall, onLastLeft: { [weak self] in self?.end(number) },
      makeQueryMaker: makeQueryMaker)
    let recording = makeRecording()
    let (stream, begun, isPrepared) = change { phase in
      // Another reader may have been faster.
      if let run = phase.run { return (run.session.broadcaster.listen(), Run?.none, false) }
      var run = Run(number: number, recording: recording, session: session)
      var isPrepared = false
      if case .prerecording(let prepared) = phase {
        run.recording = prepared
        isPrepared = true
      }
      phase = .matching(run)
      return (session.broadcaster.listen(), run, isPrepared)
    }
    if let begun {
      begun.recording.forward(to: session) { [weak self] in self?.end(number) }
      if !isPrepared { recording.start() }
    }
    return stream
  }

  /// Ends a run, if it is still under way.
  private func end(_ number: UUID) {
    let ended = change { phase -> Run? in
      guard let run = phase.run, run.number == number else { return nil }
      phase = .idle
      return run
    }
    ended?.stop()
  }

  private func change<Value: Sendable>(_ body: (inout sending Phase) -> sending Value) -> Value {
    registrar.withMutation(of: self, keyPath: \.state) { phase.withLock(body) }
  }
}

extension RecognitionError {
  fileprivate static let ended = RecognitionError(
    .matchAttemptFailed, "The attempt was cancelled, or the sound ended before it was made.",
    underlying: CancellationError())
}
