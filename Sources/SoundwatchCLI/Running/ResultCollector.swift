import SoundSignal
import Soundwatch
import Synchronization

/// Observes the analysis of one input and writes what it reports.
///
/// *Thread-safe*.
final class ResultCollector: ResultsObserving, Sendable {
  private struct State {
    var writer: any ResultWriter
    var text = TextBuffer()
    var failure: (any Error)?
    var outputError: OutputError?
  }

  private let state: Mutex<State>
  private let sheet: ResultSheet
  private let selection: ResultSelection
  private let meter: MeteredSource
  private let sink: any ResultSink
  /// Results are collected up to so many bytes before they are written.
  private let flushThreshold: Int
  private let onMusicFailure: @Sendable (MusicResult) -> Void
  private let onOutputError: @Sendable () -> Void

  init(
    _ sheet: ResultSheet, selection: ResultSelection, format: ResultFormat, meter: MeteredSource,
    sink: any ResultSink, flushesEachResult: Bool,
    onMusicFailure: @escaping @Sendable (MusicResult) -> Void,
    onOutputError: @escaping @Sendable () -> Void
  ) {
    self.sheet = sheet
    self.selection = selection
    self.meter = meter
    self.sink = sink
    self.onMusicFailure = onMusicFailure
    self.onOutputError = onOutputError
    flushThreshold = flushesEachResult ? 0 : 1 << 15
    state = Mutex(State(writer: format.makeWriter(for: sheet)))
  }

  /// Writes what stands before the first result.
  func begin(after prefix: TextBuffer) {
    state.withLock { state in
      state.text = prefix
      state.writer.begin(&state.text)
      flush(&state)
    }
  }

  /// Writes what is left.
  /// - Returns: what went wrong, in the analysis or with the output.
  func finish(_ ending: ResultEnding) -> OutputError? {
    state.withLock { state in
      state.writer.finish(ending, to: &state.text)
      flush(&state)
      return state.outputError
    }
  }

  /// Why the analysis broke off.
  var failure: (any Error)? { state.withLock { $0.failure } }

  func request(_ request: any SoundRequest, didProduce result: any SoundResult) {
    switch result {
    case let window as ClassificationResult: write(row(of: window))
    case let segment as SegmentResult where segment.event == .ended: write(row(of: segment))
    case let music as MusicResult where music.event == .failed: onMusicFailure(music)
    case let music as MusicResult where music.event == .ended: write(play(of: music))
    default: break
    }
  }

  func request(_ request: any SoundRequest, didFailWithError error: any Error) {
    state.withLock { $0.failure = $0.failure ?? error }
  }

  func requestDidComplete(_ request: any SoundRequest) {}

  private func write(_ row: ResultRow) {
    guard selection.includes(row) else { return }
    state.withLock { state in
      state.writer.write(row, to: &state.text)
      if state.text.bytes.count > flushThreshold { flush(&state) }
    }
  }

  private func write(_ play: RecognizedPlay) {
    guard selection.includes(play) else { return }
    state.withLock { state in
      state.writer.write(play, to: &state.text)
      if state.text.bytes.count > flushThreshold { flush(&state) }
    }
  }

  private func play(of music: MusicResult) -> RecognizedPlay {
    var play = RecognizedPlay(music)
    play.end = end(of: music.timeRange)
    return play
  }

  private func flush(_ state: inout State) {
    defer { state.text.removeAll() }
    if state.text.isEmpty || state.outputError != nil { return }
    do throws(OutputError) {
      try sink.write(state.text)
    } catch {
      state.outputError = error
      onOutputError()
    }
  }

  private func row(of window: ClassificationResult) -> ResultRow {
    let scores = sheet.labels.map { window.classification(forIdentifier: $0)?.confidence ?? 0 }
    let leading = window.classification(forIdentifier: window.primaryLabel)?.confidence ?? 0
    return ResultRow(
      start: Milliseconds(window.timeRange.start), end: end(of: window.timeRange),
      label: window.primaryLabel, confidence: leading, scores: scores, channel: window.channel)
  }

  private func row(of segment: SegmentResult) -> ResultRow {
    ResultRow(
      start: Milliseconds(segment.timeRange.start), end: end(of: segment.timeRange),
      label: segment.label, confidence: segment.confidence, channel: segment.channel)
  }

  /// The end of a result. A padded window reaches beyond the sound; what is written does not.
  private func end(of range: StreamTimeRange) -> Milliseconds {
    Milliseconds(min(range.end, meter.endTime))
  }
}
