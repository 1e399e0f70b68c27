import CBenchmarks
import Glibc
import SoundCapture
import SoundSignal
import Soundwatch
import Synchronization

/// Listens to the default device and prints a line whenever a label begins: the kind of request, the label,
/// when it began on the time line, how long the analysis took from the arrival of the buffer. For
/// `live/onsets.py`, which knows when the sound was played.
func labels() throws {
  let printer = Printer()
  var options = LiveAnalyzer.Options()
  options.onBuffer = { _, _ in printer.begin() }
  let analyzer = LiveAnalyzer(options: options) {
    var options = Microphone.Options()
    options.sampleRate = 48_000
    return try Microphone(options)
  }
  let windows = try ClassifySoundRequest()
  windows.windowDuration = .milliseconds(500)
  windows.overlapFactor = 0.9
  try analyzer.add(windows, withObserver: printer)
  try analyzer.add(SegmentSoundRequest(), withObserver: printer)
  try analyzer.run()
}

private final class Printer: ResultsObserving, Sendable {
  private struct State {
    var began = 0.0
    var label = ""
  }
  private let state = Mutex(State())

  func begin() { state.withLock { $0.began = soundwatch_wall_seconds() } }

  func request(_ request: any SoundRequest, didProduce result: any SoundResult) {
    let line: (kind: String, label: String, time: Double)? =
      switch result {
      case let result as SegmentResult where result.event == .started:
        ("segment", result.label, result.timeRange.start.seconds)
      case let result as ClassificationResult:
        state.withLock { state in
          defer { state.label = result.primaryLabel }
          return state.label == result.primaryLabel
            ? nil : ("window", result.primaryLabel, result.timeRange.start.seconds)
        }
      default: nil
      }
    let took = soundwatch_wall_seconds() - state.withLock { $0.began }
    guard let line else { return }
    print("\(line.kind) \(line.label) \(text(line.time, 3)) \(text(took * 1e3, 3))")
    fflush(nil)
  }
}
