package import Foundation
internal import Synchronization

/// The place that a stream has come to, for those who ask later.
///
/// *Thread-safe*.
package final class StreamClock: Sendable {
  private let state = Mutex(State())
  private let wall: WallClock

  private struct State: Sendable {
    var position: TimeInterval = 0
    /// When the sound at `position` was heard; `nil` when the stream is all the time there is.
    var heard: TimeInterval?
  }

  package init(wall: WallClock) { self.wall = wall }

  /// Where the stream is, in seconds; between two buffers it moves on with the clock on the wall, if
  /// that was asked for.
  var position: TimeInterval {
    let state = state.withLock { $0 }
    guard let heard = state.heard else { return state.position }
    return state.position + max(0, wall.now() - heard)
  }

  /// Whether the stream moves on between two buffers.
  var followsWall: Bool { state.withLock { $0.heard != nil } }

  /// - Parameter heard: the time on the wall's clock that belongs to the position, to go on with it.
  package func move(to position: TimeInterval, heard: TimeInterval?) {
    state.withLock { $0 = State(position: position, heard: heard) }
  }

  /// A clock for a query that began somewhere in the stream.
  package func queryClock(from start: TimeInterval) -> QueryClock {
    QueryClock { [self] in position - start }
  }
}

/// The clock on the wall, which tests replace.
///
/// *Thread-safe*.
package struct WallClock: Sendable {
  /// The time in seconds since some moment.
  package var now: @Sendable () -> TimeInterval
  /// Calls something when so many seconds have passed.
  package var after: @Sendable (TimeInterval, @escaping @Sendable () -> Void) -> Void

  package init(
    now: @escaping @Sendable () -> TimeInterval,
    after: @escaping @Sendable (TimeInterval, @escaping @Sendable () -> Void) -> Void
  ) {
    self.now = now
    self.after = after
  }
}
