internal import SoundClassification
internal import SoundSignal
internal import SoundSpectra

/// One pass of one model over one signal, serving every request that uses the model.
///
/// *Confined* to the analysis.
final class AnalysisChain {
  let model: SoundModel
  let silenceLevel: Double?
  let place: SignalPlace
  private var spectra: SpectralFrontEnd
  private let scoring: Scoring
  /// Where the network works on a thread of its own, the way there.
  private let handover: FrameHandover?
  /// Those who want the samples too.
  private var listeners: [any SampleListener] = []
  /// The length of the signal so far.
  private(set) var frameCount: Int64 = 0

  init(model: SoundModel, silenceLevel: Double?, place: SignalPlace, pace: AnalysisPace) {
    self.model = model
    self.silenceLevel = silenceLevel
    self.place = place
    let configuration = model.manifest.frontEnd
    spectra = SpectralFrontEnd(configuration, sampleRate: place.sampleRate)
    scoring = Scoring(
      ScoreStream(model, silenceLevel: silenceLevel, scoresPerBlock: pace.scoresPerBlock))
    handover =
      pace.hasNetworkThread ? FrameHandover(to: scoring, bandCount: configuration.bands) : nil
  }

  var isIdle: Bool { scoring.consumers.isEmpty }

  /// - Parameter listener: the consumer once more, if it wants the samples too.
  func add(_ consumer: any ScoreConsumer, listener: (any SampleListener)? = nil) {
    handover?.drain()
    scoring.consumers.append(consumer)
    if let listener { listeners.append(listener) }
  }

  func removeEnded() {
    handover?.drain()
    scoring.consumers.removeAll { $0.registration.isOver }
    listeners.removeAll { $0.registration.isOver }
  }

  func process(_ samples: UnsafeBufferPointer<Float>) {
    for listener in listeners { unsafe listener.hear(samples) }
    if let handover {
      unsafe spectra.process(samples) { unsafe handover.accept($0, $1) }
    } else {
      unsafe spectra.process(samples) { unsafe scoring.accept($0, $1) }
      scoring.runWaiting()
    }
    frameCount += Int64(samples.count)
  }

  func finish() {
    handover?.drain()
    for consumer in scoring.consumers { consumer.signalEnds(at: frameCount) }
    if let handover {
      unsafe spectra.finish { unsafe handover.accept($0, $1) }
      handover.drain()
    } else {
      unsafe spectra.finish { unsafe scoring.accept($0, $1) }
    }
    scoring.finish()
  }
}

/// Whether results matter at once or the whole sound soon.
struct AnalysisPace: Sendable {
  /// How many scores the network computes in one go when a lot is waiting.
  var scoresPerBlock: Int
  /// Whether the network runs beside the spectrogram, on a thread of its own.
  var hasNetworkThread: Bool

  /// A stream: small memory, and results come before a call returns.
  static let live = AnalysisPace(scoresPerBlock: 1, hasNetworkThread: false)
  /// A file: measured, more scores in one go are no faster.
  static let file = AnalysisPace(scoresPerBlock: 16, hasNetworkThread: true)
}

/// The part of a chain behind the spectrogram: the network and those who want its scores.
///
/// *Confined* to one thread at a time: the chain's, or its handover's until that is drained.
final class Scoring {
  private var scores: ScoreStream
  var consumers: [any ScoreConsumer] = []

  init(_ scores: consuming ScoreStream) { self.scores = scores }

  func accept(_ bands: UnsafeBufferPointer<Float>, _ frame: LogMelStream.Frame) {
    unsafe scores.accept(bands, level: frame.level, meanSquare: frame.meanSquare) { score in
      for consumer in consumers { unsafe consumer.accept(score) }
    }
  }

  func runWaiting() {
    unsafe scores.runWaiting { score in
      for consumer in consumers { unsafe consumer.accept(score) }
    }
  }

  func finish() {
    unsafe scores.finish { score in
      for consumer in consumers { unsafe consumer.accept(score) }
    }
    for consumer in consumers { consumer.finish() }
  }
}
