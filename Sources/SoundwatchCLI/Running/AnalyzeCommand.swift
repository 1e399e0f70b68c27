import SoundFiles
import SoundSignal
import Synchronization

/// `soundwatch analyze`.
///
/// *Confined*: once in a process. *Blocking*.
package struct AnalyzeCommand {
  private let options: AnalyzeOptions
  private let messages: Messages
  private let cancellation = CancellationGroup()
  /// Cancelled only by a signal, not because the output is of no more use.
  private let wasInterrupted = CancellationGroup()

  package init(_ options: AnalyzeOptions) {
    self.options = options
    messages = Messages(verbosity: options.verbosity)
  }

  /// Analyzes all inputs.
  package func run() throws(UsageError) -> ExitStatus {
    Interruption.ignoreBrokenPipes()
    Interruption.watch { [cancellation, wasInterrupted] in
      wasInterrupted.cancel()
      cancellation.cancel()
    }
    #if MediaFiles
      MediaFileSource.silenceFFmpegLog()
    #endif
    let collected = InputCollector(operands: options.operands)
    for failure in collected.failures { messages.error(failure.name, failure.message) }
    let inputs = collected.inputs
    if inputs.count > 1, options.outputFolder == nil, !options.format.holdsSeveralInputs {
      throw UsageError(
        "--format \(options.format.rawValue) holds one input; add --output DIR for"
          + " \(inputs.count).", command: CommandSpecification.analyze.name)
    }
    let requests: RequestFactory
    do { requests = try RequestFactory(options) } catch {
      messages.error(options.modelPath, "\(error)")
      return .failure
    }
    try requests.checkLabels()
    let recognizers: MusicRecognizers?
    do { recognizers = try openRecognizers() } catch let error as UsageError {
      throw UsageError(error.message, command: CommandSpecification.analyze.name)
    } catch {
      messages.error(
        (error as? CommandFailure)?.name, (error as? CommandFailure)?.message ?? "\(error)")
      return .failure
    }
    let succeeded = analyze(inputs, requests, recognizers)
    if wasInterrupted.isCancelled { return .interrupted }
    return succeeded && collected.failures.isEmpty ? .success : .failure
  }

  private func openRecognizers() throws -> MusicRecognizers? {
    guard !options.recognition.isEmpty else { return nil }
    let recognizers = try MusicRecognizers(options.recognition)
    recognizers.onWarning { [messages] in messages.warning(nil, $0) }
    return recognizers
  }

  /// Analyzes the inputs, several at a time.
  /// - Returns: whether all went well.
  private func analyze(
    _ inputs: [Input], _ requests: RequestFactory, _ recognizers: MusicRecognizers?
  ) -> Bool {
    let tally = Tally(messages: messages, cancellation: cancellation)
    let run = makeRun(requests, recognizers, inputs: inputs)
    defer { run.progress?.finish() }
    if let folder = options.outputFolder {
      do throws(FolderError) { try makeFolder(folder) } catch {
        messages.error(folder, "The folder cannot be made: \(error.reason).")
        return false
      }
    } else {
      tally.check { () throws(OutputError) in
        try run.output.write(options.format.opening(of: run.sheet))
      }
    }
    let stems = OutputPlan(inputs, isReserved: reservation(of: inputs)).stems
    let next = Counter()
    let jobs = min(options.jobs ?? Terminal.processorCount, inputs.count)
    Threads.run(count: jobs) {
      while let index = next.next(below: inputs.count), !cancellation.isCancelled {
        let analysis = InputAnalysis(
          input: inputs[index], index: index, identifier: stems[index], run: run)
        tally.count(analysis.perform())
      }
    }
    if options.outputFolder == nil {
      var closing = TextBuffer()
      closing.append(options.format.closing)
      tally.check { () throws(OutputError) in try run.output.write(closing) }
    }
    return tally.isClean
  }

  private func makeRun(
    _ requests: RequestFactory, _ recognizers: MusicRecognizers?, inputs: [Input]
  ) -> AnalyzeRun {
    let drawsOnOutput = options.outputFolder == nil && Terminal.isTerminal(1)
    var sheet = ResultSheet(name: "", identifier: "", kind: options.kind, labels: requests.labels)
    sheet.separatesChannels = options.channels == .each
    sheet.recognizesMusic = recognizers != nil
    sheet.showsName = inputs.map(\.name) != options.operands || inputs.count > 1
    if drawsOnOutput { sheet.style = Self.style(of: 1) }
    let output = OrderedOutput(name: "standard output") { [messages] bytes in
      if drawsOnOutput { return messages.withoutProgress { writeAll(bytes, to: 1) } }
      return writeAll(bytes, to: 1)
    }
    return AnalyzeRun(
      options: options, requests: requests, recognizers: recognizers, messages: messages,
      cancellation: cancellation,
      output: output, sheet: sheet, progress: makeProgress(inputCount: inputs.count))
  }

  private func makeProgress(inputCount: Int) -> Progress? {
    guard options.verbosity != .quiet, Terminal.isTerminal(2) else { return nil }
    // A dumb terminal cannot wipe a line.
    let term = Terminal.environment["TERM"] ?? ""
    guard !term.isEmpty, term != "dumb" else { return nil }
    return Progress(messages: messages, inputCount: inputCount, style: Self.style(of: 2))
  }

  private static func style(of descriptor: Int32) -> TerminalStyle {
    TerminalStyle(environment: Terminal.environment, width: Terminal.width(of: descriptor))
  }

  /// Tells which names belong to inputs, so that no result is written over one.
  private func reservation(of inputs: [Input]) -> (String) -> Bool {
    guard let folder = options.outputFolder else { return { _ in false } }
    let identities = Set(
      inputs.filter { $0.place == .file }.compactMap { FileIdentity(path: $0.name) })
    return { [options] stem in
      let path = outputPath(folder: folder, stem: stem, format: options.format)
      return FileIdentity(path: path).map(identities.contains) == true
    }
  }
}
