import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request on its way. It ends once, by whatever comes first: the answer, an error, the deadline
/// or the cancelling; and then neither a connection nor a waiting task is left of it.
final class Transfer: Sendable {
  /// What runs while a request is on its way.
  struct Started: Sendable {
    let task: URLSessionDataTask
    let progress: SharedProgress?
  }

  private struct State {
    var continuation: CheckedContinuation<HTTPAnswer, any Error>?
    var started: Started?
    var watchdog: Task<Void, Never>?
    /// What the transfer ended with before it had begun.
    var early: Result<HTTPAnswer, any Error>?
    var hasEnded = false
  }

  private let state = Mutex(State())

  func start(
    _ continuation: CheckedContinuation<HTTPAnswer, any Error>,
    making make: (@escaping @Sendable (Result<HTTPAnswer, any Error>) -> Void) throws -> Started
  ) {
    let early = state.withLock { state -> Result<HTTPAnswer, any Error>? in
      if !state.hasEnded { state.continuation = continuation }
      return state.early
    }
    if let early { return continuation.resume(with: early) }
    do {
      let started = try make { [weak self] in self?.end($0) }
      let isWanted = state.withLock { state in
        if !state.hasEnded { state.started = started }
        return !state.hasEnded
      }
      if isWanted { started.task.resume() } else { started.task.cancel() }
    } catch {
      end(.failure(error))
    }
  }

  /// Ends the transfer when it has not connected, or not ended, in time.
  func watch(_ timeouts: Timeouts, clock: any Clock<Duration>) {
    let watchdog = Task { [weak self] in
      do {
        try await clock.sleep(for: min(timeouts.connect, timeouts.total))
        if let self, self.isConnected, timeouts.connect < timeouts.total {
          try await clock.sleep(for: timeouts.total - timeouts.connect)
        }
        self?.end(.failure(URLError(.timedOut)))
      } catch {
        // The transfer has ended before its deadline.
      }
    }
    let isWanted = state.withLock { state in
      if !state.hasEnded { state.watchdog = watchdog }
      return !state.hasEnded
    }
    if !isWanted { watchdog.cancel() }
  }

  func end(_ result: Result<HTTPAnswer, any Error>) {
    let ended = state.withLock { state -> State? in
      guard !state.hasEnded else { return nil }
      let ended = state
      state = State(
        early: state.continuation == nil ? result : nil, hasEnded: true)
      return ended
    }
    guard let ended else { return }
    ended.watchdog?.cancel()
    if case .failure = result { ended.started?.task.cancel() }
    ended.continuation?.resume(with: result)
  }

  private var isConnected: Bool {
    state.withLock { $0.started?.progress?.current.started ?? false }
  }
}
