import SoundFiles
import SoundSignal
import Soundwatch

/// The way of one input from opening it to its last result.
///
/// *Blocking*.
struct InputAnalysis: Sendable {
  let input: Input
  let index: Int
  let identifier: String
  let run: AnalyzeRun

  /// How it went.
  enum Outcome: Sendable {
    case done
    case failed
    /// What all inputs share cannot be written.
    case outputFailed(OutputError)
  }

  /// Analyzes the input.
  func perform() -> Outcome {
    let sound: OpenedSound
    do {
      sound = try OpenedSound.open(input, options: run.options, cancellation: run.cancellation)
    } catch {
      return openingFailed(error)
    }
    run.messages.note(input.name, sound.description)
    do throws(OutputError) {
      return try analyze(sound, into: makeSink())
    } catch {
      guard run.options.outputFolder != nil, case .failed(let name, let reason) = error else {
        return .outputFailed(error)
      }
      // The other inputs have result files of their own.
      run.messages.error(name, "The results cannot be written: \(reason).")
      return .failed
    }
  }

  private func makeSink() throws(OutputError) -> any ResultSink {
    guard let folder = run.options.outputFolder else { return run.output.slot(index) }
    return try ResultFile(
      path: outputPath(folder: folder, stem: identifier, format: run.options.format))
  }

  private func analyze(
    _ sound: OpenedSound, into sink: any ResultSink
  ) throws(OutputError) -> Outcome {
    let meter = MeteredSource(PrefetchingSource(sound.source))
    let sheet = makeSheet()
    let collector = ResultCollector(
      sheet, selection: ResultSelection(run.options), format: run.options.format, meter: meter,
      sink: sink, flushesEachResult: sound.isLive || input.place != .file,
      onMusicFailure: { result in
        guard let complaint = run.recognizers?.complaint(about: result) else { return }
        run.messages.warning(input.name, complaint)
      },
      onOutputError: { meter.cancel() })
    collector.begin(after: opening(of: sheet))
    run.progress?.begin(index, name: input.name, meter: meter)
    let began = ContinuousClock.now
    var failure: (any Error)?
    do { try listen(to: meter, collector: collector, isLive: sound.isLive) } catch {
      failure = error
    }
    let elapsed = ContinuousClock.now - began
    run.progress?.end(index)

    failure = collector.failure ?? failure
    if run.cancellation.isCancelled { failure = nil }
    let message = failure.map { run.describe($0) }
    if let message { run.messages.error(input.name, message) }
    if let damage = sound.damage() { run.messages.warning(input.name, damage) }
    noteSpeed(seconds: meter.secondsDone, elapsed: elapsed)
    let ending = ResultEnding(
      start: Milliseconds(meter.startTime), end: Milliseconds(meter.endTime),
      channelCount: meter.format.channelCount,
      error: message ?? (run.cancellation.isCancelled ? "interrupted" : nil))
    if let error = collector.finish(ending) { throw error }
    try close(sink)
    return message == nil ? .done : .failed
  }

  private func listen(
    to meter: MeteredSource, collector: ResultCollector, isLive: Bool
  ) throws {
    let analyzer = FileAnalyzer(source: meter, channels: run.options.channels)
    try analyzer.add(run.requests.makeRequest(isLive: isLive), withObserver: collector)
    if let recognizers = run.recognizers {
      let request = try run.requests.makeMusicRequest(recognizers.all)
      try analyzer.add(request, withObserver: collector)
    }
    run.cancellation.run(onCancel: { analyzer.cancelAnalysis() }) { analyzer.analyze() }
  }

  /// A file of its own holds one input from its beginning to its end.
  private func opening(of sheet: ResultSheet) -> TextBuffer {
    if run.options.outputFolder != nil { return run.options.format.opening(of: sheet) }
    var text = TextBuffer()
    if index > 0 { text.append(run.options.format.separator) }
    return text
  }

  private func close(_ sink: any ResultSink) throws(OutputError) {
    if run.options.outputFolder != nil, !run.options.format.closing.isEmpty {
      var text = TextBuffer()
      text.append(run.options.format.closing)
      try sink.write(text)
    }
    try sink.finish()
  }

  private func makeSheet() -> ResultSheet {
    var sheet = run.sheet
    sheet.name = input.name
    sheet.identifier = identifier
    return sheet
  }

  /// Says why an input could not be opened; formats with room for that say it too.
  private func openingFailed(_ error: any Error) -> Outcome {
    let isInterrupted = run.cancellation.isCancelled
    let message = isInterrupted ? "interrupted" : run.describe(error)
    if !isInterrupted { run.messages.error(input.name, message) }
    guard run.options.outputFolder == nil else { return .failed }
    let sink = run.output.slot(index)
    let format = run.options.format
    do throws(OutputError) {
      if format == .json || (format == .text && run.sheet.showsName) {
        let sheet = makeSheet()
        var text = opening(of: sheet)
        var writer = format.makeWriter(for: sheet)
        writer.begin(&text)
        writer.finish(ResultEnding(end: Milliseconds(0), error: message), to: &text)
        try sink.write(text)
      }
      try sink.finish()
      return isInterrupted ? .done : .failed
    } catch {
      return .outputFailed(error)
    }
  }

  private func noteSpeed(seconds: Double, elapsed: Duration) {
    let wall = elapsed / .seconds(1)
    var text = TextBuffer()
    text.append(seconds, decimals: 1)
    text.append(" s of sound in ")
    text.append(wall, decimals: 3)
    text.append(" s, ")
    text.append(seconds / max(wall, 1e-6), decimals: 0)
    text.append(" times real time")
    run.messages.note(input.name, text.string)
  }
}

/// The path of a result file.
func outputPath(folder: String, stem: String, format: ResultFormat) -> String {
  "\(folder.hasSuffix("/") ? folder : folder + "/")\(stem).\(format.fileExtension)"
}
