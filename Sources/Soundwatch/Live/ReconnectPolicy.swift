/// Whether and how a live source that has gone is waited for.
///
/// Attempts wait longer and longer, up to a limit, and begin anew once a connection has delivered sound.
///
/// *Thread-safe*: a value.
public struct ReconnectPolicy: Sendable, Hashable {
  /// How long the first attempt waits.
  public var firstDelay: Duration
  /// How much longer each further attempt waits than the one before it.
  public var growth: Double
  /// The longest wait.
  public var longestDelay: Duration
  /// After how many failed attempts in a row the stream ends; `nil` for never.
  public var attemptLimit: Int?
  /// Whether an end without an error is waited out as well: a radio station that ends is coming back, a
  /// pipe that ends is not.
  public var reconnectsAtEnd: Bool
  /// Whether the very first opening may fail and be tried again. Usually it fails because of a wrong name.
  public var retriesFirstOpening: Bool

  /// Makes a policy.
  public init(
    firstDelay: Duration = .milliseconds(500), growth: Double = 2,
    longestDelay: Duration = .seconds(30), attemptLimit: Int? = nil, reconnectsAtEnd: Bool = false,
    retriesFirstOpening: Bool = false
  ) {
    self.firstDelay = max(firstDelay, .zero)
    self.growth = growth.isFinite ? max(growth, 1) : 1
    self.longestDelay = max(longestDelay, .zero)
    self.attemptLimit = attemptLimit
    self.reconnectsAtEnd = reconnectsAtEnd
    self.retriesFirstOpening = retriesFirstOpening
  }

  /// A source that has gone ends the stream.
  public static let never = ReconnectPolicy(attemptLimit: 0)
  /// Half a second, one, two, up to half a minute, for ever.
  public static let patient = ReconnectPolicy()

  /// How long to wait before an attempt, counted from 1, or `nil` when there shall be none.
  func delay(beforeAttempt attempt: Int) -> Duration? {
    if let attemptLimit, attempt > attemptLimit { return nil }
    var delay = firstDelay
    for _ in 1..<max(attempt, 1) where delay < longestDelay { delay = delay * growth }
    return min(delay, longestDelay)
  }
}
