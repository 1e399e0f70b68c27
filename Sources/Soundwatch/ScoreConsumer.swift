internal import SoundClassification
internal import SoundSignal

/// What a request makes of the scores of one signal.
///
/// *Confined* to the analysis.
protocol ScoreConsumer: AnyObject {
  var registration: Registration { get }
  /// Says that the signal has `end` frames, before the scores of its last moments come.
  func signalEnds(at end: Int64)
  func accept(_ score: borrowing Score)
  /// Ends the signal, whose length was said before.
  func finish()
}

/// Where a signal lies in its stream.
struct SignalPlace: Sendable {
  /// The position of the signal's first frame in the stream.
  var origin: Int64
  var sampleRate: Int
  var channel: Int

  func range(from start: Int64, to end: Int64) -> StreamTimeRange {
    StreamTimeRange(
      start: StreamTime(frame: origin + start, sampleRate: sampleRate),
      frameCount: max(end - start, 0))
  }
}

/// Turns scores into the results of a ``ClassifySoundRequest``.
final class ClassificationConsumer: ScoreConsumer {
  let registration: Registration
  private let place: SignalPlace
  private let labels: [String]
  private let padsFinalWindow: Bool
  private var pooler: WindowPooler

  /// - Parameter start: the frame of the signal where the first window begins.
  init(
    _ request: ClassifySoundRequest, settings: ClassifySoundRequest.Settings,
    registration: Registration, place: SignalPlace, start: Int64
  ) {
    self.registration = registration
    self.place = place
    labels = request.knownClassifications
    padsFinalWindow = settings.padsFinalWindow
    let windowLength = settings.windowDuration.frames(at: place.sampleRate)
    let hop = (Double(windowLength) * (1 - settings.overlapFactor)).rounded()
    pooler = WindowPooler(
      request.model.manifest, sampleRate: place.sampleRate, start: start,
      windowLength: windowLength, hop: max(Int64(hop), 1))
  }

  func accept(_ score: borrowing Score) {
    unsafe pooler.accept(score) { deliver($0) }
  }

  func signalEnds(at end: Int64) { pooler.signalEnds(at: end) }

  func finish() {
    pooler.finish(padsFinalWindow: padsFinalWindow) { deliver($0) }
  }

  private func deliver(_ window: WindowPooler.Window) {
    let classifications = zip(labels, window.confidences).map { label, confidence in
      Classification(identifier: label, confidence: Double(confidence))
    }
    registration.produce(
      ClassificationResult(
        classifications: classifications, primaryLabel: labels[window.primary],
        timeRange: place.range(from: window.start, to: window.start + window.frameCount),
        channel: place.channel))
  }
}

/// Turns scores into the results of a ``SegmentSoundRequest``.
final class SegmentConsumer: ScoreConsumer {
  let registration: Registration
  private let place: SignalPlace
  private let labels: [String]
  private let grid: MomentGrid
  /// Where the request joined the signal: no segment begins before.
  private let start: Int64
  /// The length of the signal, once it is known: the last moment may reach beyond.
  private var end = Int64.max
  private var decoder: LabelDecoder
  private var builder: SegmentBuilder

  init(
    _ request: SegmentSoundRequest, settings: SegmentSoundRequest.Settings,
    registration: Registration, place: SignalPlace, start: Int64
  ) {
    self.registration = registration
    self.place = place
    self.start = start
    labels = request.knownClassifications
    let manifest = request.model.manifest
    grid = MomentGrid(manifest, sampleRate: place.sampleRate)
    decoder = LabelDecoder(
      manifest, timing: settings.smoothing == .live ? .live : .wholeRecording)
    builder = SegmentBuilder(
      minimum: grid.moments(in: settings.minimumDuration.seconds, sampleRate: place.sampleRate),
      mergeGap: grid.moments(in: settings.mergeGap.seconds, sampleRate: place.sampleRate))
  }

  func accept(_ score: borrowing Score) {
    guard unsafe grid.start(of: score.index) >= start else { return }
    unsafe decoder.accept(score) { builder.accept($0) { deliver($0) } }
  }

  func signalEnds(at end: Int64) { self.end = end }

  func finish() {
    decoder.finish { builder.accept($0) { deliver($0) } }
    builder.finish { deliver($0) }
  }

  private func deliver(_ event: SegmentBuilder.Event) {
    let (kind, segment): (SegmentResult.Event, SegmentBuilder.Segment) =
      switch event {
      case .started(let segment): (.started, segment)
      case .ended(let segment): (.ended, segment)
      }
    registration.produce(
      SegmentResult(
        event: kind, label: labels[segment.label],
        timeRange: place.range(
          from: grid.start(of: segment.start), to: min(grid.start(of: segment.end), end)),
        confidence: Double(segment.confidence), channel: place.channel))
  }
}

extension Duration {
  /// The nearest number of frames.
  func frames(at sampleRate: Int) -> Int64 {
    let attoseconds =
      Int128(components.seconds) * 1_000_000_000_000_000_000
      + Int128(components.attoseconds)
    return Int64(
      (attoseconds * Int128(sampleRate) + 500_000_000_000_000_000)
        / 1_000_000_000_000_000_000)
  }
}
