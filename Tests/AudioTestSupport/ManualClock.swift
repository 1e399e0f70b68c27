import Synchronization
package import SoundRecognition

/// A clock that stands still until it is moved.
package final class ManualClock: Sendable {
  private let state = Mutex(State())

  private struct State: Sendable {
    var now = 0.0
    var timers: [(due: Double, body: @Sendable () -> Void)] = []
  }

  package init() {}

  package var now: Double { state.withLock { $0.now } }
  package var timerCount: Int { state.withLock { $0.timers.count } }

  /// The clock as sessions take it.
  package var wall: WallClock {
    WallClock(
      now: { [self] in now },
      after: { [self] delay, body in
        state.withLock { $0.timers.append(($0.now + delay, body)) }
      })
  }

  /// Moves on, calling what is due on the way, each thing at its time.
  package func advance(by time: Double) {
    let end = now + time
    while true {
      let body = state.withLock { state -> (@Sendable () -> Void)? in
        let next = state.timers.indices.min { state.timers[$0].due < state.timers[$1].due }
        guard let next, state.timers[next].due <= end else {
          state.now = end
          return nil
        }
        state.now = max(state.now, state.timers[next].due)
        return state.timers.remove(at: next).body
      }
      guard let body else { return }
      body()
    }
  }
}
