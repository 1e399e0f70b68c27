internal import Dispatch
internal import Foundation
internal import Synchronization

/// Matches signatures, or a stream of samples, against a catalog.
///
/// A session works with the catalog as it is when the session is made. What is added to the catalog
/// afterwards needs a new session.
///
/// ```swift
/// let session = Session(catalog: catalog)
/// for await case .match(let match) in session.results { … }
/// ```
///
/// *Thread-safe*.
public final class Session: Sendable {
  /// What an attempt came to.
  public enum Result: Sendable {
    /// The query was recognized.
    case match(Match)
    /// The query is not in the catalog.
    case noMatch(Signature)
    /// No attempt could be made, which says nothing about the query.
    case error(any Error, Signature)
  }

  /// The catalog.
  public let catalog: any Catalog

  let queue = DispatchQueue(label: "soundwatch.session", qos: .userInitiated)
  let broadcaster: ResultBroadcaster<Result>
  let stream: SessionStream
  let follower: StreamFollower
  private let snapshot: Swift.Result<any CatalogSnapshot, any Error>
  private let durations: ClosedRange<TimeInterval>
  private let wall: WallClock
  private let delegateHolder = Mutex(DelegateHolder())

  private struct DelegateHolder: @unchecked Sendable {
    // @unchecked: delegates need not be Sendable. They are called on the session's queue alone, which
    // is what SessionDelegate promises them.
    weak var delegate: (any SessionDelegate)?
  }

  /// Makes a session without a catalog, in which nothing matches: Shazam's own is closed to other
  /// systems.
  public convenience init() { self.init(catalog: EmptyCatalog()) }

  /// Makes a session.
  /// - Parameters:
  ///   - catalog: what can be recognized.
  ///   - timing: which clock the predictions of a stream follow.
  public convenience init(catalog: any Catalog, timing: StreamTiming = .automatic) {
    self.init(
      catalog: catalog, timing: timing, wall: .system, makeQueryMaker: { SignatureGenerator() })
  }

  /// - Parameter onLastLeft: is called when the last reader of ``results`` has left.
  package init(
    catalog: any Catalog, timing: StreamTiming = .automatic, wall: WallClock,
    onLastLeft: @escaping @Sendable () -> Void = {},
    makeQueryMaker: @escaping @Sendable () -> any QueryMaker
  ) {
    broadcaster = ResultBroadcaster(onLastLeft: onLastLeft)
    self.catalog = catalog
    self.wall = wall
    let minimum = max(catalog.minimumQuerySignatureDuration, 0)
    durations = minimum...max(minimum, catalog.maximumQuerySignatureDuration)
    snapshot = Swift.Result { try catalog.snapshot() }
    stream = SessionStream(timing: timing, wall: wall)
    follower = StreamFollower(
      catalog: snapshot, durations: durations, wall: wall, makeQueryMaker: makeQueryMaker)
  }

  deinit { broadcaster.finish() }

  /// Whom to tell what is found; held weakly.
  public var delegate: (any SessionDelegate)? {
    get { delegateHolder.withLock { $0.delegate } }
    set { delegateHolder.withLock { $0.delegate = newValue } }
  }

  /// Matches a signature. The delegate is told once, and so is every reader of ``results``.
  ///
  /// Cut a long signature into ``/SoundRecognition/Signature/slices(from:duration:stride:)`` first: one
  /// that is longer or shorter than the catalog takes is not matched.
  public func match(_ signature: Signature) {
    let arrival = wall.now()
    queue.async { self.deliver(self.attempt(signature, arrival: arrival)) }
  }

  /// Matches a signature and returns what that came to. Nobody else is told.
  ///
  /// When the task is cancelled, an error comes back at once.
  public func result(from signature: Signature) async -> Result {
    let arrival = wall.now()
    let answer = OneAnswer<Result>()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard answer.wait(with: continuation) else { return }
        queue.async {
          guard !answer.isGiven else { return }
          answer.give(self.attempt(signature, arrival: arrival))
        }
      }
    } onCancel: {
      answer.give(.error(RecognitionError.cancelled, signature))
    }
  }

  /// Tells everybody. On the session's queue.
  func deliver(_ result: Result) {
    if let delegate {
      switch result {
      case .match(let match): delegate.session(self, didFind: match)
      case .noMatch(let query):
        delegate.session(self, didNotFindMatchFor: query, error: nil)
      case .error(let error, let query):
        delegate.session(self, didNotFindMatchFor: query, error: error)
      }
    }
    broadcaster.send(result)
  }

  /// - Parameter arrival: when the query was handed over. It is taken for the moment when its sound
  ///   ended.
  private func attempt(_ query: Signature, arrival: TimeInterval) -> Result {
    guard query.duration > 0 else {
      let error = RecognitionError(
        .signatureInvalid, "The signature is empty: the sound has no length, or is silent.")
      return .error(error, query)
    }
    guard durations.contains(query.duration) else {
      let error = RecognitionError(
        .signatureDurationInvalid,
        "The query is \(query.duration) seconds long; the catalog takes \(durations.lowerBound) to "
          + "\(durations.upperBound) seconds.")
      return .error(error, query)
    }
    do {
      let matches = try snapshot.get().references(matching: query)
      guard !matches.isEmpty else { return .noMatch(query) }
      let clock = QueryClock { [wall] in query.duration + max(0, wall.now() - arrival) }
      let items = matches.itemsInScope(after: query.duration, clock: clock)
      return .match(Match(mediaItems: items, querySignature: query))
    } catch {
      return .error(matchError(error), query)
    }
  }
}

extension RecognitionError {
  static let cancelled = RecognitionError(
    .matchAttemptFailed, "The attempt was cancelled.", underlying: CancellationError())
}

/// A catalog in which nothing is found.
private final class EmptyCatalog: Catalog {
  let minimumQuerySignatureDuration: TimeInterval = 3
  let maximumQuerySignatureDuration: TimeInterval = 12

  private struct Snapshot: CatalogSnapshot {
    func references(matching signature: Signature) throws -> [CatalogMatch] { [] }
  }

  func snapshot() throws -> any CatalogSnapshot { Snapshot() }
}
