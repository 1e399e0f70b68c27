/// Which window durations a request supports.
///
/// *Thread-safe*: a value.
public enum TimeDurationConstraint: Sendable, Hashable {
  /// Only these durations.
  case enumeratedDurations([Duration])
  /// Every duration within a range.
  case durationRange(ClosedRange<Duration>)

  /// The supported duration that a wanted one is rounded to: the nearest that is not longer, or else
  /// the shortest there is.
  func nearest(to wanted: Duration) -> Duration {
    switch self {
    case .enumeratedDurations(let durations):
      durations.filter { $0 <= wanted }.max() ?? durations.min() ?? wanted
    case .durationRange(let range):
      min(max(wanted, range.lowerBound), range.upperBound)
    }
  }
}
