internal import Synchronization

/// A request in an analyzer, with the observer that is told about it.
///
/// *Thread-safe*.
final class Registration: Sendable {
  let request: any SoundRequest
  /// The request as it was when it was added.
  let work: Work
  /// Whether the observer belongs to the registration alone, as that of an async sequence does.
  let keepsObserver: Bool
  private let observer: Mutex<Holder>
  /// Whoever tells the observer something stands in here, so that removing can wait for it.
  private let turnstile = Turnstile()
  private let hasEnded = Atomic<Bool>(false)

  /// What a request of a known kind asks for.
  enum Work: Sendable {
    case classify(ClassifySoundRequest, ClassifySoundRequest.Settings)
    case segment(SegmentSoundRequest, SegmentSoundRequest.Settings)
    case recognize(RecognizeMusicRequest, RecognizeMusicRequest.Settings)
  }

  private struct Holder: @unchecked Sendable {
    // @unchecked: observers need not be Sendable. They are called by one thread at a time, the one
    // that analyzes, which is what ResultsObserving promises them.
    weak var weakly: (any ResultsObserving)?
    var strongly: (any ResultsObserving)?
  }

  /// - Parameter keepsObserver: whether the observer belongs to the registration alone, as that of an
  ///   async sequence does.
  /// - Throws: ``AnalysisError`` when the request is of an unknown kind.
  init(
    _ request: any SoundRequest, observer: any ResultsObserving, keepsObserver: Bool = false
  ) throws(AnalysisError) {
    self.request = request
    self.keepsObserver = keepsObserver
    switch request {
    case let request as ClassifySoundRequest: work = .classify(request, request.currentSettings)
    case let request as SegmentSoundRequest: work = .segment(request, request.currentSettings)
    case let request as RecognizeMusicRequest: work = .recognize(request, request.currentSettings)
    default:
      throw AnalysisError(
        .unknownRequest,
        "A request must be a ClassifySoundRequest, SegmentSoundRequest or RecognizeMusicRequest.")
    }
    self.observer = Mutex(Holder(weakly: observer, strongly: keepsObserver ? observer : nil))
  }

  /// Whether the request takes no more part in the analysis.
  var isOver: Bool { hasEnded.load(ordering: .acquiring) }

  func produce(_ result: any SoundResult) {
    tell { $0.request(request, didProduce: result) }
  }

  func fail(_ error: any Error) {
    tell(finally: true) { $0.request(request, didFailWithError: error) }
  }

  func complete() {
    tell(finally: true) { $0.requestDidComplete(request) }
  }

  /// Ends the registration without another word. When this returns, no call to the observer is under
  /// way or will come, except one that this is called from.
  func withdraw() {
    hasEnded.store(true, ordering: .releasing)
    turnstile.close()
    observer.withLock { $0.strongly = nil }
  }

  private func tell(finally: Bool = false, _ body: (any ResultsObserving) -> Void) {
    turnstile.pass {
      let wasOver = finally ? hasEnded.exchange(true, ordering: .acquiringAndReleasing) : isOver
      guard !wasOver, let observer = observer.withLock({ $0.weakly }) else { return }
      body(observer)
    }
  }
}
