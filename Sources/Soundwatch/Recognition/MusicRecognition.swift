internal import SoundRecognition
internal import SoundSignal

/// The gate: from scores of moments and the samples that belong to them to what was recognized.
///
/// Positions are frames of the signal.
///
/// *Confined* to the analysis.
final class MusicRecognition {
  /// A recording that is heard.
  private struct Track {
    var lane: Int
    var reference: UInt32
    var start: Int64
    /// The newest query that the recording was found in.
    var query: Range<Int64>
    var items: [MatchedMediaItem]
    /// Where in the recording it begins.
    var offset: Double
    /// Where the music ended, if it has, and may go on.
    var pausedAt: Int64?
  }

  /// A recording that goes on after a pause of up to this many seconds has not ended.
  private static let longestPause = 10.0

  private let place: SignalPlace
  private let waits: Bool
  private let heard: HeardSamples
  private let report: (MusicResult) -> Void
  private let clock = StreamClock(wall: .system)
  private let lanes: [RecognizerLane]
  private var gate: MusicGate
  private var moments: MusicMoments
  private var chunk: PCMBuffer
  private var track: Track?
  /// No recording can have begun before this frame.
  private var earliestStart: Int64 = 0
  /// Since when nobody has known the music.
  private var unknownSince: Int64 = 0
  private var now: Int64 = 0

  init(
    _ request: RecognizeMusicRequest, settings: RecognizeMusicRequest.Settings, place: SignalPlace,
    heard: HeardSamples, waits: Bool, report: @escaping (MusicResult) -> Void
  ) {
    self.place = place
    self.waits = waits
    self.heard = heard
    self.report = report
    gate = MusicGate(settings.gate, sampleRate: place.sampleRate)
    moments = MusicMoments(
      threshold: settings.gate.openThreshold, sampleRate: place.sampleRate)
    guard let format = try? PCMFormat(.float32, sampleRate: place.sampleRate) else {
      preconditionFailure("The signal's rate is that of a stream, which has a format.")
    }
    chunk = PCMBuffer(format: format)
    lanes = request.recognizers.map { [clock] in
      RecognizerLane(
        $0, settings: settings, place: place, waits: waits, clock: clock,
        makeQueryMaker: request.makeQueryMaker)
    }
  }

  /// Takes the next moment.
  func accept(_ evidence: Float, from start: Int64, to end: Int64) {
    now = end
    clock.move(to: seconds(end), heard: nil)
    moments.accept(evidence, from: start, to: end)
    takeAnswers()
    endPausedTrack()
    switch gate.accept(evidence, from: start, to: end) {
    case .opened(let frame):
      earliestStart = max(earliestStart, frame)
      unknownSince = earliestStart
      feed(earliestStart..<end)
    case .closed(let frame): musicEnds(at: frame)
    case nil: if gate.isOpen { feed(start..<end) }
    }
  }

  /// The signal has ended.
  func finish() {
    if gate.isOpen { musicEnds(at: now) }
    takeAnswers(waiting: true)
    if let track { endTrack(at: track.pausedAt ?? now) }
  }

  private func feed(_ frames: Range<Int64>) {
    // In pieces: an opening brings a second at once.
    let step = Int64(place.sampleRate / 10)
    for start in stride(from: frames.lowerBound, to: frames.upperBound, by: Int64.Stride(step)) {
      let range = heard.read(start..<min(start + step, frames.upperBound), into: &chunk)
      guard !range.isEmpty else { continue }
      for index in lanes.indices {
        // Those behind the one that knows are not needed.
        if let track, index > track.lane, track.pausedAt == nil { break }
        if let event = lanes[index].take(chunk, range, moments) { take(event, of: index) }
      }
      passBoundaries(at: range.upperBound)
    }
  }

  private func takeAnswers(waiting: Bool = false) {
    for index in lanes.indices where lanes[index].isWaiting {
      if let event = lanes[index].takeAnswer(now: now, waiting: waiting) { take(event, of: index) }
    }
  }

  private func take(_ event: RecognizerLane.Event, of index: Int) {
    switch event {
    case .found(let query, let isNews):
      for other in lanes.indices where other > index { lanes[other].rest() }
      if let track, track.lane != index { lanes[track.lane].rest() }
      found(query, by: index, isNews: isNews)
    case .gaveUp(let query):
      if let track, track.lane == index, track.pausedAt == nil {
        endTrack(at: track.query.upperBound)
        unknownSince = track.query.upperBound
      }
      reportUnknown(upTo: query.upperBound)
    case .failed(let query, let error):
      report(
        MusicResult(
          event: .failed, recognizer: lanes[index].recognizer.name, timeRange: range(query),
          error: error, channel: place.channel))
      // Whoever cannot answer does not keep the others from saying that they do not know.
      lanes[index].hasGivenUp = true
    }
  }

  private func found(_ query: Range<Int64>, by index: Int, isNews: Bool) {
    guard let best = lanes[index].tracker.best else { return }
    let position = max(now, query.upperBound)
    let items = lanes[index].tracker.items(at: seconds(position)) { [clock] in
      clock.queryClock(from: $0)
    }
    if var track, track.lane == index, track.reference == best.match.reference {
      track.query = query
      if gate.isOpen { track.pausedAt = nil }
      if isNews { track.items = items }
      self.track = track
      if isNews { report(result(.updated, track, to: position)) }
      return
    }
    if var track, track.lane != index, Self.isSameSong(items, track.items) {
      // One that is asked earlier knows it too, only later: the same recording goes on.
      track.lane = index
      track.reference = best.match.reference
      track.query = query
      track.items = items
      track.offset = best.offset(at: seconds(track.start))
      track.pausedAt = gate.isOpen ? nil : query.upperBound
      self.track = track
      report(result(.updated, track, to: position))
      return
    }
    let referenceStart = frame(best.queryStart - best.match.offset / best.match.rate)
    let start = startOfTrack(query, reference: referenceStart)
    if let track {
      let isNext = start - track.query.upperBound <= Int64(3 * place.sampleRate)
      endTrack(at: track.pausedAt ?? (isNext ? start : track.query.upperBound))
    }
    let offset = best.offset(at: seconds(start))
    let new = Track(
      lane: index, reference: best.match.reference, start: start, query: query, items: items,
      offset: offset, pausedAt: gate.isOpen ? nil : query.upperBound)
    track = new
    report(result(.started, new, to: max(position, start)))
  }

  /// Whether two recognizers mean the same song.
  private static func isSameSong(_ one: [MatchedMediaItem], _ other: [MatchedMediaItem]) -> Bool {
    guard let one = one.first, let other = other.first, let title = one.title else { return false }
    return title.lowercased() == other.title?.lowercased()
      && one.artist?.lowercased() == other.artist?.lowercased()
  }

  /// Where a recording begins that was found in a query: at its own beginning, unless that was before the
  /// music, or before the end of another recording.
  private func startOfTrack(_ query: Range<Int64>, reference: Int64) -> Int64 {
    var earliest = earliestStart
    if let track, track.pausedAt == nil, reference <= track.query.lowerBound {
      earliest = max(earliest, min(track.query.upperBound, query.lowerBound))
    }
    return min(max(reference, earliest), query.upperBound)
  }

  private func musicEnds(at frame: Int64) {
    for index in lanes.indices {
      if let track, index > track.lane { break }
      // What is followed is not asked about again for its last seconds.
      let event = lanes[index].musicEnds(isTried: track == nil, moments)
      if let event { take(event, of: index) }
    }
    if let current = track {
      // If it was no longer found, it had ended before.
      track?.pausedAt =
        lanes[current.lane].isDoubtful ? current.query.upperBound : max(frame, current.start)
    }
    earliestStart = max(earliestStart, frame)
    for lane in lanes { lane.hasGivenUp = false }
  }

  private func endPausedTrack() {
    guard let track, let pausedAt = track.pausedAt,
      seconds(now - pausedAt) > Self.longestPause, !lanes[track.lane].isWaiting
    else { return }
    lanes[track.lane].tracker.lose()
    endTrack(at: pausedAt)
  }

  private func endTrack(at frame: Int64) {
    guard let track else { return }
    let end = max(frame, track.start)
    self.track = nil
    earliestStart = max(earliestStart, end)
    report(result(.ended, track, to: end))
  }

  private func reportUnknown(upTo frame: Int64) {
    guard track == nil, lanes.allSatisfy(\.hasGivenUp) else { return }
    for lane in lanes { lane.hasGivenUp = false }
    report(
      MusicResult(
        event: .notRecognized, timeRange: range(unknownSince..<max(frame, unknownSince)),
        channel: place.channel))
    unknownSince = frame
  }

  private func passBoundaries(at frame: Int64) {
    guard let current = track,
      lanes[current.lane].tracker.advance(to: seconds(frame))
    else { return }
    var track = current
    track.items = lanes[track.lane].tracker.items(at: seconds(frame)) { [clock] in
      clock.queryClock(from: $0)
    }
    self.track = track
    report(result(.updated, track, to: frame))
  }

  private func result(_ event: MusicResult.Event, _ track: Track, to end: Int64) -> MusicResult {
    MusicResult(
      event: event, items: track.items, recognizer: lanes[track.lane].recognizer.name,
      timeRange: range(track.start..<max(end, track.start)), offset: track.offset,
      channel: place.channel)
  }

  private func range(_ frames: Range<Int64>) -> StreamTimeRange {
    place.range(from: frames.lowerBound, to: frames.upperBound)
  }

  private func seconds(_ frame: Int64) -> Double { Double(frame) / Double(place.sampleRate) }
  private func frame(_ seconds: Double) -> Int64 {
    Int64((min(max(seconds, -1e9), 1e9) * Double(place.sampleRate)).rounded())
  }
}
