internal import Foundation

/// The matcher of a session's stream, made when the first buffer comes.
@safe final class StreamFollower: @unchecked Sendable {
  // @unchecked: it is used on the session's queue alone.

  /// How far behind the newest sample a boundary may lie and still be foretold, in seconds. If nothing
  /// comes for longer, the stream is over.
  private static let foresight: TimeInterval = 2
  /// A timer that goes off this much too early or too late will do.
  private static let timerTolerance: TimeInterval = 0.005

  private let catalog: Result<any CatalogSnapshot, any Error>
  private let durations: ClosedRange<TimeInterval>
  private let wall: WallClock
  private let makeQueryMaker: @Sendable () -> any QueryMaker
  private let clock: StreamClock
  private var matcher: StreamMatcher?
  private var hasFailed = false
  private var heardUpTo: TimeInterval = 0
  /// When the next timer goes off, on the wall's clock.
  private var timer = TimeInterval.infinity

  init(
    catalog: Result<any CatalogSnapshot, any Error>, durations: ClosedRange<TimeInterval>,
    wall: WallClock, makeQueryMaker: @escaping @Sendable () -> any QueryMaker
  ) {
    self.catalog = catalog
    self.durations = durations
    self.wall = wall
    self.makeQueryMaker = makeQueryMaker
    clock = StreamClock(wall: wall)
  }

  func follow(_ next: SessionStream.Waiting, report: StreamMatcher.Report) {
    guard !hasFailed else { return }
    do {
      let matcher = try matcher ?? makeMatcher()
      matcher.accept(
        next.buffer, at: next.time, heard: next.heard, lost: next.lost, report: report)
      heardUpTo = matcher.position
    } catch {
      hasFailed = true
      report(.error(matchError(error), Signature(peaks: [], sampleCount: 0)))
    }
  }

  /// Ends the stream.
  func finish(report: StreamMatcher.Report) { matcher?.finish(report: report) }

  /// Reports the boundaries of ranges that the clock on the wall has passed.
  func passBoundaries(report: StreamMatcher.Report) {
    if timer <= wall.now() { timer = .infinity }
    matcher?.passBoundaries(at: clock.position, report)
  }

  /// Sets a timer for the next boundary, if predictions follow the clock on the wall and it is near.
  func waitForBoundary(then body: @escaping @Sendable () -> Void) {
    guard clock.followsWall, let boundary = matcher?.nextBoundary,
      boundary - heardUpTo < Self.foresight
    else { return }
    let delay = max(0, boundary - clock.position)
    let due = wall.now() + delay
    guard due < timer - Self.timerTolerance else { return }
    timer = due
    wall.after(delay, body)
  }

  private func makeMatcher() throws -> StreamMatcher {
    let matcher = StreamMatcher(
      catalog: try catalog.get(), durations: durations, clock: clock,
      makeQueryMaker: makeQueryMaker)
    self.matcher = matcher
    return matcher
  }
}
