internal import SoundRecognition
internal import SoundSignal

/// One recognizer in the gate: collects what it is to be asked about, asks when there is enough of it,
/// and follows what it knows.
///
/// Positions are frames of the signal.
///
/// *Confined* to the analysis.
final class RecognizerLane {
  /// What came of the newest samples.
  enum Event {
    /// It knows what `query` is. `isNews`: that is another recording, place or set of items than before.
    case found(query: Range<Int64>, isNews: Bool)
    /// It does not know `query`, the longest that it takes.
    case gaveUp(query: Range<Int64>)
    /// It could not do its work.
    case failed(query: Range<Int64>, any Error)
  }

  let recognizer: any MusicRecognizer
  /// Follows what was recognized; its positions are seconds of the signal.
  var tracker: MatchTracker
  /// Whether there has been no match in a longest query since the last match.
  var hasGivenUp = false
  /// Whether an attempt has found nothing since the last one that found something.
  private(set) var isDoubtful = false

  private let immediate: (any ImmediateRecognizer)?
  private let settings: RecognizeMusicRequest.Settings
  private let place: SignalPlace
  private let waits: Bool
  private let makeQueryMaker: () -> any QueryMaker
  private let clock: StreamClock

  private var schedule: AttemptSchedule
  private var maker: (any QueryMaker)?
  private var window: Range<Int64> = 0..<0
  private var samples: [UInt8] = []
  private var call: RecognizerCall?
  private var question: Range<Int64> = 0..<0
  /// Whether something of the window has been asked already.
  private var wasAsked = false
  private var restUntil = Int64.min
  private var failureCount = 0

  /// The first pause after a failure; it doubles with each further one.
  private static let retryDelay = 5.0
  private static let longestRetryDelay = 300.0
  /// How much of what is given away must be music. The gate stays open for two seconds of speech, and
  /// a voice that is mistaken for music is so for a moment only: in an hour of mixed programme, two of 169
  /// excerpts were nothing but speech without this.
  private static let leastMusic = 0.6
  /// Samples come moment by moment, so that a query may become longer than was planned by as much.
  private static let margin = 0.1

  init(
    _ recognizer: any MusicRecognizer, settings: RecognizeMusicRequest.Settings, place: SignalPlace,
    waits: Bool, clock: StreamClock, makeQueryMaker: @escaping () -> any QueryMaker
  ) {
    self.recognizer = recognizer
    self.settings = settings
    self.place = place
    self.waits = waits
    self.clock = clock
    self.makeQueryMaker = makeQueryMaker
    immediate = recognizer as? any ImmediateRecognizer
    // Services do not say where a recording is to the tenth of a second.
    tracker = MatchTracker(seekTolerance: immediate == nil ? .infinity : nil)
    schedule = AttemptSchedule(
      minimum: recognizer.minimumDuration,
      maximum: recognizer.maximumDuration - Self.margin)
  }

  deinit { call?.cancel() }

  var isWaiting: Bool { call != nil }

  /// Takes the samples of `frames`, the next ones of the music.
  func take(_ chunk: PCMBuffer, _ frames: Range<Int64>, _ moments: MusicMoments) -> Event? {
    guard frames.lowerBound >= restUntil else { return nil }
    if window.isEmpty || window.upperBound != frames.lowerBound {
      beginWindow(at: frames.lowerBound)
    }
    let maker = maker ?? makeQueryMaker()
    self.maker = maker
    do throws(RecognitionError) {
      try maker.append(chunk, at: nil)
    } catch {
      return fail(error, query: frames)
    }
    if recognizer.needsSamples { unsafe chunk.withBytes { unsafe samples.append(contentsOf: $0) } }
    window = window.lowerBound..<frames.upperBound
    guard call == nil, seconds(window) >= schedule.length else { return nil }
    return ask(moments)
  }

  /// Takes an answer that has come since. With `waiting`, waits for it.
  func takeAnswer(now: Int64, waiting: Bool = false) -> Event? {
    guard let call, let answer = waiting ? call.wait() : call.answer else { return nil }
    self.call = nil
    switch answer {
    case .success(let items): return conclude(items.map { $0.asMatch }, query: question, now: now)
    case .failure(let error): return fail(error, query: question)
    }
  }

  /// The music has ended.
  /// - Parameter isTried: whether what was not asked about yet is asked about now.
  func musicEnds(isTried: Bool, _ moments: MusicMoments) -> Event? {
    let event = isTried ? askAtTheEnd(moments) : nil
    forget()
    return event
  }

  private func askAtTheEnd(_ moments: MusicMoments) -> Event? {
    guard call == nil, maker != nil, seconds(window) >= recognizer.minimumDuration,
      immediate != nil || !wasAsked
    else { return nil }
    while grow() {}
    return ask(moments)
  }

  /// Lets go of what was collected and of what is being asked, because another recognizer knows.
  func rest() {
    call?.cancel()
    call = nil
    forget()
    tracker.lose()
    isDoubtful = false
    hasGivenUp = false
  }

  private func forget() {
    maker = nil
    samples.removeAll(keepingCapacity: true)
    window = 0..<0
    wasAsked = false
    schedule.restart()
  }

  private func beginWindow(at frame: Int64) {
    forget()
    window = frame..<frame
  }

  private func ask(_ moments: MusicMoments) -> Event? {
    guard let maker else { return nil }
    if recognizer.needsSamples, moments.share(of: window) < Self.leastMusic {
      // Whoever gets samples gets no speech. What comes next may be clearer.
      forget()
      return nil
    }
    let signature = maker.signature()
    question = window
    wasAsked = true
    guard signature.duration >= recognizer.minimumDuration - Self.margin else {
      // A pause at the end, which a signature leaves out: a little more sound is needed.
      return seconds(window) < schedule.length + 1
        ? nil : conclude([], query: window, now: window.upperBound)
    }
    if let immediate {
      do {
        return conclude(
          try immediate.references(matching: signature), query: window, now: window.upperBound)
      } catch {
        return fail(error, query: window)
      }
    }
    let excerpt = MusicExcerpt(
      signature: signature,
      timeRange: place.range(from: window.lowerBound, to: window.upperBound),
      samples: excerptSamples())
    call = RecognizerCall(recognizer, about: excerpt, timeout: settings.timeout)
    return waits ? takeAnswer(now: window.upperBound, waiting: true) : nil
  }

  private func excerptSamples() -> PCMBuffer? {
    guard recognizer.needsSamples,
      let format = try? PCMFormat(.float32, sampleRate: place.sampleRate)
    else { return nil }
    return PCMBuffer(format: format, bytes: samples)
  }

  private func conclude(_ matches: [CatalogMatch], query: Range<Int64>, now: Int64) -> Event? {
    failureCount = 0
    guard matches.isEmpty else {
      forget()
      isDoubtful = false
      hasGivenUp = false
      // A catalog costs nothing, so what is heard is followed closely.
      if immediate == nil { restUntil = now + frames(settings.serviceInterval.seconds) }
      let isNews = tracker.found(
        matches, queryStart: seconds(query.lowerBound), at: seconds(now))
      // A service makes its items anew each time, so that they say nothing about what is heard.
      return .found(query: query, isNews: isNews && immediate != nil)
    }
    isDoubtful = true
    let isTooLong = seconds(window) > recognizer.maximumDuration - Self.margin
    if grow(), !isTooLong { return nil }
    forget()
    hasGivenUp = true
    tracker.lose()
    if immediate == nil { restUntil = now + frames(settings.serviceInterval.seconds) }
    return .gaveUp(query: query)
  }

  private func fail(_ error: any Error, query: Range<Int64>) -> Event? {
    let delay = min(
      Self.retryDelay * Double(UInt64(1) << UInt64(min(failureCount, 20))), Self.longestRetryDelay)
    restUntil = query.upperBound + frames(delay)
    failureCount += 1
    forget()
    // One complaint is enough.
    return failureCount == 1 ? .failed(query: query, error) : nil
  }

  /// Goes on to the next length. Of services every question has a price, so they hear the shortest and
  /// the longest only.
  private func grow() -> Bool {
    guard schedule.grow() else { return false }
    while immediate == nil, schedule.grow() {}
    return true
  }

  private func seconds(_ frame: Int64) -> Double { Double(frame) / Double(place.sampleRate) }
  private func seconds(_ frames: Range<Int64>) -> Double {
    seconds(frames.upperBound - frames.lowerBound)
  }
  private func frames(_ seconds: Double) -> Int64 {
    Int64((min(seconds, 1e9) * Double(place.sampleRate)).rounded())
  }
}

extension MatchedMediaItem {
  /// What a service says in the terms of a catalog: the same recording has the same number each time.
  fileprivate var asMatch: CatalogMatch {
    var names = [isrc, shazamID].compactMap { $0 }.prefix(1).map { $0 }
    if names.isEmpty { names = [title ?? "", artist ?? ""] }
    // FNV-1a: the same in every run, unlike `Hasher`.
    var hash: UInt32 = 2_166_136_261
    for byte in names.joined(separator: "\u{0}").utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return CatalogMatch(
      reference: hash, offset: matchOffset, frequencySkew: Double(frequencySkew),
      timeStretch: Double(timeStretch), confidence: Double(confidence), mediaItems: [self])
  }
}
