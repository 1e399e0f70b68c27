internal import Foundation
internal import SoundSignal

/// Matches a stream against a catalog: collects samples, tries queries when they are long enough, and
/// follows what was found.
///
/// *Confined* to the queue of its session.
final class StreamMatcher {
  private let catalog: any CatalogSnapshot
  private let minimum: TimeInterval
  private let makeQueryMaker: () -> any QueryMaker
  private let clock: StreamClock
  typealias Report = (Session.Result) -> Void

  private var maker: any QueryMaker
  private var schedule: AttemptSchedule
  private var tracker = MatchTracker()
  private var format: PCMFormat?
  private var isRefusing = false
  /// Whether a match, or a no match, has come of the stream.
  private var hasConcluded = false
  /// The next frame of the stream, once it has begun.
  private var next: Int64?
  private var windowStart: Int64 = 0
  private var lastQuery = Signature(peaks: [], sampleCount: 0)

  /// Two buffers follow each other if they miss by less: the times of some devices are rounded.
  private static let gapTolerance = 0.002

  init(
    catalog: any CatalogSnapshot, durations: ClosedRange<TimeInterval>, clock: StreamClock,
    makeQueryMaker: @escaping () -> any QueryMaker
  ) {
    self.catalog = catalog
    self.clock = clock
    self.makeQueryMaker = makeQueryMaker
    minimum = durations.lowerBound
    maker = makeQueryMaker()
    schedule = AttemptSchedule(minimum: durations.lowerBound, maximum: durations.upperBound)
  }

  /// Takes the next samples of the stream.
  /// - Parameters:
  ///   - time: where they begin.
  ///   - heard: when they ended, on the wall's clock, if predictions are to follow that clock.
  ///   - lost: how many frames before them the session itself has dropped.
  func accept(
    _ buffer: PCMBuffer, at time: StreamTime?, heard: TimeInterval?, lost: Int64 = 0, report: Report
  ) {
    guard accepts(buffer.format, report) else { return }
    let rate = Double(buffer.format.sampleRate)
    if lost > 0, let expected = next { beginWindow(at: expected + lost) }
    let start = firstFrame(of: time, sampleRate: buffer.format.sampleRate)
    if let expected = next, abs(Double(start - expected)) > Self.gapTolerance * rate {
      reportGap(from: expected, to: start, rate: rate, report)
      beginWindow(at: start)
    } else if next == nil {
      beginWindow(at: start)
    }
    // Within the tolerance, the count of frames is more exact than the times.
    let first = next ?? start
    let end = first + Int64(buffer.frameCount)
    var position = first
    while position < end {
      let stop = min(end, max(nextEvent(rate: rate), position + 1))
      take(buffer.part(Int(position - first)..<Int(stop - first)), report)
      position = stop
      next = position
      let seconds = Double(position) / rate
      clock.move(to: seconds, heard: heard.map { $0 - Double(end - position) / rate })
      passBoundaries(at: seconds, report)
      if position >= attemptFrame(rate: rate) { attempt(rate: rate, report) }
    }
  }

  /// The end of the newest sample, in seconds of the stream.
  var position: TimeInterval {
    guard let next, let format else { return 0 }
    return Double(next) / Double(format.sampleRate)
  }

  /// Where in the stream the next boundary of a range is, in seconds.
  var nextBoundary: TimeInterval? { tracker.nextBoundary }

  /// Says that the stream has ended: what has not been tried yet is tried. Another stream may follow.
  func finish(report: Report) {
    guard let next, let format else { return }
    let rate = Double(format.sampleRate)
    if Double(next - windowStart) / rate >= minimum {
      while !schedule.isLongest { _ = schedule.grow() }
      // What is followed already has been reported.
      let wasTracking = tracker.isTracking
      attempt(rate: rate) { result in
        if case .match = result { report(result) } else if !wasTracking { report(result) }
      }
    } else if !hasConcluded {
      let error = RecognitionError(
        .signatureDurationInvalid,
        "The sound ended after \(Double(next - windowStart) / rate) seconds; the catalog takes "
          + "\(minimum) or more.")
      report(.error(error, maker.signature()))
    }
    tracker.lose()
    hasConcluded = false
    self.next = nil
  }

  /// Reports the boundaries up to a place in the stream that has been reached, though its samples have
  /// not come yet.
  func passBoundaries(at position: TimeInterval, _ report: Report) {
    guard tracker.advance(to: position) else { return }
    reportMatch(at: position, report)
  }

  private func accepts(_ new: PCMFormat, _ report: Report) -> Bool {
    if format == nil { format = new }
    guard let format, format != new else {
      isRefusing = false
      return true
    }
    if !isRefusing {
      let error = RecognitionError(
        .invalidAudioFormat,
        "A buffer has the format \(new) and the first one had \(format); make a new session when the "
          + "format changes.")
      report(.error(error, maker.signature()))
    }
    isRefusing = true
    return false
  }

  private func firstFrame(of time: StreamTime?, sampleRate: Int) -> Int64 {
    guard let time else { return next ?? 0 }
    guard time.sampleRate != sampleRate else { return time.frame }
    return StreamTime(seconds: time.seconds, sampleRate: sampleRate).frame
  }

  private func reportGap(from expected: Int64, to start: Int64, rate: Double, _ report: Report) {
    let message =
      start > expected
      ? "\(Double(start - expected) / rate) seconds of sound are missing before a buffer."
      : "A buffer begins \(Double(expected - start) / rate) seconds before the end of the last."
    report(.error(RecognitionError(.audioDiscontinuity, message), maker.signature()))
  }

  private func beginWindow(at frame: Int64) {
    maker = makeQueryMaker()
    schedule.restart()
    windowStart = frame
    next = frame
  }

  private func attemptFrame(rate: Double) -> Int64 {
    windowStart + Int64((schedule.length * rate).rounded(.up))
  }

  private func nextEvent(rate: Double) -> Int64 {
    let boundary = tracker.nextBoundary.flatMap { boundary in
      abs(boundary * rate) < 0x1p60 ? Int64((boundary * rate).rounded(.up)) : nil
    }
    return min(attemptFrame(rate: rate), boundary ?? .max)
  }

  private func take(_ piece: PCMBuffer, _ report: Report) {
    do throws(RecognitionError) {
      try maker.append(piece, at: nil)
    } catch {
      if !isRefusing { report(.error(error, maker.signature())) }
      isRefusing = true
    }
  }

  private func attempt(rate: Double, _ report: Report) {
    guard let position = next else { return }
    let query = maker.signature()
    // The end of the sound may be silent, which a signature leaves out.
    guard query.duration >= minimum || schedule.isLongest else {
      schedule.postpone(by: 0.1)
      return
    }
    let matches: [CatalogMatch]
    do {
      matches = query.duration >= minimum ? try catalog.references(matching: query) : []
    } catch {
      report(.error(matchError(error), query))
      if !schedule.grow() { beginWindow(at: position) }
      return
    }
    if matches.isEmpty {
      if !schedule.grow() { giveUp(query, at: position, report) }
      return
    }
    lastQuery = query
    hasConcluded = true
    let seconds = Double(position) / rate
    let isNews = tracker.found(
      matches, queryStart: Double(windowStart) / rate, at: seconds)
    beginWindow(at: position)
    if isNews { reportMatch(at: seconds, report) }
  }

  private func giveUp(_ query: Signature, at position: Int64, _ report: Report) {
    hasConcluded = true
    tracker.lose()
    beginWindow(at: position)
    if query.duration > 0 {
      report(.noMatch(query))
    } else {
      let error = RecognitionError(
        .signatureInvalid, "The sound is silent, so no signature can be made of it.")
      report(.error(error, query))
    }
  }

  private func reportMatch(at position: TimeInterval, _ report: Report) {
    let items = tracker.items(at: position) { clock.queryClock(from: $0) }
    report(.match(Match(mediaItems: items, querySignature: lastQuery)))
  }
}

/// An error of a catalog in the terms of a session.
func matchError(_ error: any Error) -> RecognitionError {
  if let error = error as? RecognitionError { return error }
  return RecognitionError(
    .matchAttemptFailed, "The catalog could not be searched: \(error).", underlying: error)
}
