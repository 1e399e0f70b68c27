public import Foundation

/// Tells how far a sound has come since a query began.
///
/// *Thread-safe*.
public struct QueryClock: Sendable {
  private let measure: @Sendable () -> TimeInterval

  /// Makes a clock.
  /// - Parameter elapsed: tells the seconds since the query's start; called from any thread.
  public init(elapsed: @escaping @Sendable () -> TimeInterval) { measure = elapsed }

  /// The seconds since the query's start.
  public var elapsed: TimeInterval { measure() }

  /// A clock that goes with the one on the wall.
  /// - Parameters:
  ///   - elapsed: the seconds that have passed since the query's start already.
  public static func wall(startingAt elapsed: TimeInterval = 0) -> QueryClock {
    let start = ContinuousClock.now
    return QueryClock { elapsed + (ContinuousClock.now - start) / .seconds(1) }
  }
}
