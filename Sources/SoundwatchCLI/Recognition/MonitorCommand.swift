import Foundation
import SoundFiles
import SoundRecognition
import SoundSignal

/// `soundwatch monitor`.
///
/// *Confined*: once in a process. *Blocking*.
struct MonitorCommand {
  private let options: RecognitionOptions
  private let run: RecognitionRun

  init(_ options: RecognitionOptions) throws(UsageError) {
    let command = CommandSpecification.monitor.name
    guard options.catalogs.count == 1 else {
      throw UsageError("Name one catalog: --catalog CATALOG.", command: command)
    }
    guard !options.inputs.isEmpty else {
      throw UsageError("Name a file, a URL, or - for the standard input.", command: command)
    }
    self.options = options
    run = RecognitionRun(options)
  }

  /// Listens to all inputs.
  func perform() throws(UsageError) -> ExitStatus {
    try run.status {
      let catalog = try OpenedCatalog(options.catalogs[0]).catalog
      let collected = InputCollector(operands: options.inputs)
      for failure in collected.failures { run.messages.error(failure.name, failure.message) }
      guard options.format != .cue || collected.inputs.count < 2 else {
        throw UsageError(
          "A cue sheet holds one input.", command: CommandSpecification.monitor.name)
      }
      return try listen(to: collected.inputs, catalog) && collected.failures.isEmpty
    }
  }

  private func listen(to inputs: [Input], _ catalog: any Catalog) throws -> Bool {
    let tally = Tally(messages: run.messages, cancellation: run.cancellation)
    let output = OrderedOutput(name: "standard output") { [messages = run.messages] bytes in
      messages.withoutProgress { writeAll(bytes, to: 1) }
    }
    func put(_ words: String) {
      var text = TextBuffer()
      text.append(words)
      tally.check { () throws(OutputError) in try output.write(text) }
    }
    let progress = run.progressStyle.map {
      Progress(messages: run.messages, inputCount: inputs.count, style: $0)
    }
    defer { progress?.finish() }
    put(PlayListWriter.opening(options.format))
    let next = Counter()
    let (shared, wanted) = (run, options)
    Threads.run(count: min(wanted.jobs ?? Terminal.processorCount, inputs.count)) {
      while let index = next.next(below: inputs.count), !shared.cancellation.isCancelled {
        let listening = MonitorListening(
          input: inputs[index], index: index, showsName: inputs.count > 1, options: wanted,
          run: shared, progress: progress)
        do throws(OutputError) {
          tally.count(try listening.perform(catalog, into: output.slot(index)) ? .done : .failed)
        } catch {
          tally.count(.outputFailed(error))
        }
      }
    }
    put(PlayListWriter.closing(options.format))
    return tally.isClean
  }
}

/// The way of one input through `soundwatch monitor`.
///
/// *Blocking*.
struct MonitorListening: Sendable {
  let input: Input
  let index: Int
  let showsName: Bool
  let options: RecognitionOptions
  let run: RecognitionRun
  let progress: Progress?

  /// Listens to the end and writes each play when it is over.
  /// - Returns: whether all went well.
  func perform(
    _ catalog: any Catalog, into sink: some ResultSink
  ) throws(OutputError) -> Bool {
    var writer = PlayListWriter(options.format, name: input.name)
    var text = TextBuffer()
    if index > 0 { text.append(PlayListWriter.separator(options.format)) }
    writer.begin(&text, showsName: showsName)
    try sink.write(text)
    var outputError: OutputError?
    var message: String?
    var duration = 0.0
    func write(_ plays: [Play]) {
      guard outputError == nil, !plays.isEmpty else { return }
      var text = TextBuffer()
      for play in plays { writer.write(play, to: &text) }
      do throws(OutputError) { try sink.write(text) } catch { outputError = error }
    }
    do {
      let monitor = try PlayListMonitor(catalog: catalog, threshold: options.threshold)
      do {
        try run.reader.withSource(of: input) { source, _, damage in
          // The disk and the decoder work while peaks are found and looked up.
          let meter = MeteredSource(PrefetchingSource(source))
          progress?.begin(index, name: input.name, meter: meter)
          defer { progress?.end(index) }
          var buffer = PCMBuffer(format: meter.format)
          while outputError == nil, let position = try meter.read(into: &buffer) {
            let time = StreamTime(frame: position, sampleRate: meter.format.sampleRate)
            write(try monitor.append(buffer, at: time))
            duration = meter.endTime.seconds
          }
          if let damage = damage() { run.messages.warning(input.name, damage) }
        }
      } catch {
        if !run.cancellation.isCancelled { message = run.describe(error) }
      }
      write(try monitor.finish())
    } catch {
      message = message ?? run.describe(error)
    }
    if let outputError { throw outputError }
    if let message { run.messages.error(input.name, message) }
    var ending = TextBuffer()
    writer.finish(
      &ending, duration: duration,
      error: message ?? (run.wasInterrupted.isCancelled ? "interrupted" : nil))
    try sink.write(ending)
    try sink.finish()
    return message == nil
  }
}
