internal import SoundClassification
internal import SoundRecognition
internal import SoundSignal

/// Takes the samples of a signal, before the scores of the moments that they belong to.
///
/// *Confined* to the thread that reads the signal, which may be another than that of the scores.
protocol SampleListener: AnyObject {
  var registration: Registration { get }
  func hear(_ samples: UnsafeBufferPointer<Float>)
}

/// Turns scores and samples into the results of a ``RecognizeMusicRequest``.
final class MusicConsumer: ScoreConsumer, SampleListener {
  /// How many seconds scores come later than samples: by the network's look-ahead, and where it has a
  /// thread of its own by what is on the way there.
  private static let longestDelay = 8

  let registration: Registration
  private let grid: MomentGrid
  /// Where the request joined the signal.
  private let start: Int64
  /// The length of the signal, once it is known.
  private var end = Int64.max
  /// The labels that open the gate.
  private let labels: [Int]
  private let heard: HeardSamples
  private let recognition: MusicRecognition

  init(
    _ request: RecognizeMusicRequest, settings: RecognizeMusicRequest.Settings,
    registration: Registration, place: SignalPlace, start: Int64, pace: AnalysisPace
  ) {
    self.registration = registration
    self.start = start
    grid = MomentGrid(request.model.manifest, sampleRate: place.sampleRate)
    labels =
      settings.isGated
      ? request.model.labels.indices.filter {
        ["music", "singing"].contains(request.model.labels[$0])
      } : []
    let gate = MusicGate(settings.gate, sampleRate: place.sampleRate)
    heard = HeardSamples(
      from: start,
      capacity: Self.longestDelay * place.sampleRate + Int(gate.longestLookBack))
    recognition = MusicRecognition(
      request, settings: settings, place: place, heard: heard, waits: pace.hasNetworkThread
    ) { registration.produce($0) }
  }

  func hear(_ samples: UnsafeBufferPointer<Float>) { unsafe heard.append(samples) }

  func accept(_ score: borrowing Score) {
    let first = unsafe grid.start(of: score.index)
    guard first >= start else { return }
    let last = min(unsafe grid.start(of: score.index + 1), end)
    guard last > first else { return }
    recognition.accept(unsafe evidence(score), from: first, to: last)
  }

  func signalEnds(at end: Int64) { self.end = end }

  func finish() { recognition.finish() }

  private func evidence(_ score: borrowing Score) -> Float {
    if unsafe score.isSilent { return 0 }
    if labels.isEmpty { return 1 }
    var largest: Float = 0
    for label in labels { largest = max(largest, unsafe score.independent[label]) }
    return largest
  }
}
