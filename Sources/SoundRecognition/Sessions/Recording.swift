internal import Foundation
internal import SoundSignal
internal import Synchronization

/// A source that is being read on a thread of its own: kept for later at first, and then handed to a
/// session.
///
/// *Thread-safe*.
final class Recording: Sendable {
  private let state: Mutex<State>
  private let source = Mutex<(any AudioSource)?>(nil)
  private let isStopped = Atomic<Bool>(false)
  private let makeSource: @Sendable () throws -> any AudioSource

  private enum State: Sendable {
    case keeping(RecentAudio)
    /// The source has ended, or failed, before anybody wanted it.
    case kept(RecentAudio, (any Error)?)
    case forwarding(Session, onEnd: @Sendable () -> Void)
    case over
  }

  /// - Parameter duration: how much is kept, in seconds.
  init(keeping duration: TimeInterval, makeSource: @escaping @Sendable () throws -> any AudioSource)
  {
    state = Mutex(.keeping(RecentAudio(.seconds(duration))))
    self.makeSource = makeSource
  }

  deinit { stop() }

  /// Opens the source and begins to read.
  /// - Parameter onOpened: is called when it is open, or cannot be opened.
  func start(onOpened: @escaping @Sendable () -> Void = {}) {
    startThread { [self] in
      do {
        let source = try makeSource()
        self.source.withLock { $0 = source }
        // Somebody may have stopped while it was being opened.
        if isStopped.load(ordering: .acquiring) { source.cancel() }
        onOpened()
        try read(source)
        end(failure: nil)
      } catch {
        onOpened()
        end(failure: error)
      }
    }
  }

  /// Hands over what was kept, and from now on everything that comes.
  /// - Parameter onEnd: is called when the source has ended and the session has worked through all of
  ///   it.
  func forward(to session: Session, onEnd: @escaping @Sendable () -> Void) {
    state.withLock { state in
      switch state {
      case .keeping(let recent):
        session.append(recent)
        state = .forwarding(session, onEnd: onEnd)
      case .kept(let recent, let failure):
        session.append(recent)
        state = .over
        session.finish(after: failure, onEnd)
      case .forwarding, .over: break
      }
    }
  }

  /// Ends reading soon. Nothing is handed over any more.
  func stop() {
    isStopped.store(true, ordering: .releasing)
    state.withLock { $0 = .over }
    source.withLock { $0 }?.cancel()
  }

  private func read(_ source: any AudioSource) throws {
    var buffer = PCMBuffer(format: source.format)
    while !isStopped.load(ordering: .acquiring), let position = try source.read(into: &buffer) {
      let time = StreamTime(frame: position, sampleRate: buffer.format.sampleRate)
      let session = state.withLock { state -> Session? in
        switch state {
        case .keeping(var recent):
          // Released first, so that appending does not copy.
          state = .over
          recent.append(buffer, at: position)
          state = .keeping(recent)
          return nil
        case .forwarding(let session, _): return session
        case .kept, .over: return nil
        }
      }
      // This thread has nothing better to do than to wait for room.
      session?.append(buffer, at: time, patience: .infinity)
    }
  }

  private func end(failure: (any Error)?) {
    source.withLock { $0 = nil }
    let forwarding = state.withLock { state -> (Session, @Sendable () -> Void)? in
      switch state {
      case .keeping(let recent):
        state = .kept(recent, failure)
        return nil
      case .forwarding(let session, let onEnd):
        state = .over
        return (session, onEnd)
      case .kept, .over: return nil
      }
    }
    if let (session, onEnd) = forwarding { session.finish(after: failure, onEnd) }
  }
}

extension Session {
  /// Takes what was kept: far less than what waits at the most, so nobody waits here.
  fileprivate func append(_ recent: RecentAudio) {
    for (buffer, position) in recent.buffers {
      let time = StreamTime(frame: position, sampleRate: buffer.format.sampleRate)
      append(buffer, at: time, patience: 0)
    }
  }

  /// Ends the stream, tells of the error that ended it, and calls `body` when all that is done.
  fileprivate func finish(after failure: (any Error)?, _ body: @escaping @Sendable () -> Void) {
    if failure == nil { finishStream() }
    queue.async { [self] in
      if let failure {
        let error =
          failure as? RecognitionError
          ?? RecognitionError(
            .internalError, "The sound could not be recorded: \(failure)", underlying: failure)
        deliver(.error(error, Signature(peaks: [], sampleCount: 0)))
      }
      body()
    }
  }
}
