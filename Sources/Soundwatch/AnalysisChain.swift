internal import SoundClassification
internal import SoundSignal

/// One pass of one model over one signal, serving every request that uses the model.
///
/// *Confined* to the analysis.
final class AnalysisChain {
  let model: SoundModel
  let silenceLevel: Double?
  let place: SignalPlace
  private var scores: ScoreStream
  private var consumers: [any ScoreConsumer] = []
  /// The length of the signal so far.
  private(set) var frameCount: Int64 = 0

  init(model: SoundModel, silenceLevel: Double?, place: SignalPlace, scoresPerBlock: Int) {
    self.model = model
    self.silenceLevel = silenceLevel
    self.place = place
    scores = ScoreStream(
      model, sampleRate: place.sampleRate, silenceLevel: silenceLevel,
      scoresPerBlock: scoresPerBlock)
  }

  var isIdle: Bool { consumers.isEmpty }

  func add(_ consumer: any ScoreConsumer) { consumers.append(consumer) }

  func removeEnded() { consumers.removeAll { $0.registration.isOver } }

  func process(_ samples: UnsafeBufferPointer<Float>) {
    let consumers = self.consumers
    unsafe scores.process(samples) { score in
      for consumer in consumers { unsafe consumer.accept(score) }
    }
    frameCount += Int64(samples.count)
  }

  func finish() {
    let consumers = self.consumers
    unsafe scores.finish { score in
      for consumer in consumers { unsafe consumer.accept(score) }
    }
    for consumer in consumers { consumer.finish(end: frameCount) }
  }
}
