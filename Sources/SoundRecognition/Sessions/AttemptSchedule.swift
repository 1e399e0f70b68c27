package import Foundation

/// Says how long a query should be before it is tried, and tried again: the shortest that is worth it
/// first, so that an easy case is known soon, and then longer ones, up to the longest.
///
/// *Confined*: a value.
package struct AttemptSchedule: Sendable {
  /// Longer by so much each time: 3, 4.2, 5.9, 8.2 and 12 seconds, five attempts in all, which cost
  /// about three times as much as the longest alone.
  private static let growth = 1.4
  /// A query that would grow by less than this is not worth an attempt.
  private static let shortestStep = 0.5

  private let minimum: TimeInterval
  private let maximum: TimeInterval
  /// The length of the next query, in seconds.
  package private(set) var length: TimeInterval

  package init(minimum: TimeInterval, maximum: TimeInterval) {
    self.minimum = minimum
    self.maximum = max(minimum, maximum)
    length = minimum
  }

  /// Begins with short queries again.
  package mutating func restart() { length = minimum }

  /// Goes on to the next longer query.
  /// - Returns: `false` when the last one was the longest.
  package mutating func grow() -> Bool {
    guard length < maximum else { return false }
    length = max(length * Self.growth, length + Self.shortestStep)
    // A last step that is much smaller than the others is taken with the one before it.
    if length * Self.growth.squareRoot() > maximum { length = maximum }
    return true
  }

  /// Waits for a little more sound, because the signature turned out too short.
  package mutating func postpone(by time: TimeInterval) { length = min(length + time, maximum) }

  /// Whether the next query is the longest.
  package var isLongest: Bool { length >= maximum }
}
