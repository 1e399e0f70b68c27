import SoundCapture
import SoundClassification
import SoundFiles
import SoundSignal
import Soundwatch

/// What `soundwatch mic` and `soundwatch listen` have in common: everything but the source.
///
/// *Confined*: once in a process. *Blocking*.
struct LiveCommand {
  private let options: LiveOptions
  private let source: any LiveSource
  private let messages: Messages
  private let cancellation = CancellationGroup()

  init(_ options: LiveOptions, source: any LiveSource, messages: Messages) {
    self.options = options
    self.source = source
    self.messages = messages
  }

  /// Listens until somebody asks for the end or the source has gone.
  func run() throws(UsageError) -> ExitStatus {
    let model: SoundModel
    let recognizers: MusicRecognizers?
    let recording: LiveRecording?
    do {
      model = try options.modelPath.map { try SoundModel(contentsOf: $0) } ?? .builtIn(.version1)
      recognizers = try options.recognition.isEmpty ? nil : MusicRecognizers(options.recognition)
      recording = try options.recordingPath.map {
        try LiveRecording(path: $0, replacesFiles: options.replacesRecording)
      }
    } catch let error as UsageError {
      throw UsageError(error.message, command: options.command.rawValue)
    } catch {
      let failure = error as? CommandFailure
      messages.error(
        failure?.name, failure?.message ?? (error as? MediaFileError)?.message ?? "\(error)")
      return .failure
    }
    let labels = try Self.labels(of: model, options)
    let output = LiveOutput { [cancellation] in cancellation.cancel() }
    let count = LiveCount(labels: labels)
    do {
      let outcome = try listen(
        model: model, labels: labels, recognizers: recognizers, recording: recording,
        output: output, count: count)
      return finish(outcome, summary: count.summary, recording: recording, output: output)
    } catch {
      messages.error(nil, "\(error)")
      return .failure
    }
  }

  private func listen(
    model: SoundModel, labels: [String], recognizers: MusicRecognizers?,
    recording: LiveRecording?, output: LiveOutput, count: LiveCount
  ) throws -> LiveSession.Outcome {
    let presenter = makePresenter(labels: labels, recognizesMusic: recognizers != nil)
    let teller: any LiveListener = presenter ?? makeWriter(labels: labels, output: output)
    let warn: @Sendable (String) -> Void = { teller.receive(.warning($0)) }
    recognizers?.onWarning(warn)
    let history = recognizers.map { _ in HistoryListener(source: heardName, onFailure: warn) }
    defer { history?.finish() }
    let session = try LiveSession(
      options, source: source, model: model, labels: labels,
      listeners: [count, teller] + (history.map { [$0] } ?? []), recognizers: recognizers,
      recording: recording, measuresLevels: presenter != nil, cancellation: cancellation)
    // Before any other thread is there, which would take the signals.
    watchSignals(presenter)
    presenter?.begin { session.state }
    defer { presenter?.finish() }
    return session.run()
  }

  // MARK: Listeners

  /// The screen, where there is a terminal that can show one.
  private func makePresenter(labels: [String], recognizesMusic: Bool) -> ScreenPresenter? {
    let term = Terminal.environment["TERM"] ?? ""
    guard Terminal.isTerminal(1), !options.writesJSON, !term.isEmpty, term != "dumb" else {
      return nil
    }
    var content = ScreenContent(
      command: options.command.rawValue, source: source.name, labels: labels)
    content.recording = options.recordingPath
    content.recognizesMusic = recognizesMusic
    return ScreenPresenter(content, terminal: ScreenTerminal())
  }

  /// What the history calls the source: as the user does, also when the device has a longer name.
  private var heardName: String {
    switch options.command {
    case .mic: options.device ?? MicrophoneQuery.name
    case .listen: options.address == "-" ? source.name : options.address
    }
  }

  private func makeWriter(labels: [String], output: LiveOutput) -> any LiveListener {
    let selection = ResultSelection(options)
    if options.writesJSON {
      return LiveJSONLines(
        labels: labels, selection: selection, writesWindows: options.windowDuration != nil,
        output: output)
    }
    return LiveTextLines(
      labels: labels, selection: selection, output: output, messages: messages)
  }

  private static func labels(
    of model: SoundModel, _ options: LiveOptions
  ) throws(UsageError) -> [String] {
    // Silence is no class of a network, and comes last.
    let labels = model.labels.filter { $0 != "silence" } + ["silence"]
    for label in options.labels ?? [] where !labels.contains(label) {
      let hint = nearestMatch(to: label, among: labels).map { " Did you mean \($0)?" } ?? ""
      throw UsageError(
        "--labels: There is no label \(label); the model knows \(labels.joined(separator: ", "))."
          + hint, command: options.command.rawValue)
    }
    return labels
  }

  // MARK: The ways out

  private func watchSignals(_ presenter: ScreenPresenter?) {
    let cancellation = cancellation
    // Ending takes a moment, in which a second signal must be heard.
    let end: @Sendable () -> Void = { Threads.detach { cancellation.cancel() } }
    Interruption.watch(
      others: presenter?.signals ?? [:], beforeExit: { presenter?.finish() }, end)
    presenter?.watchKeys(onQuit: end)
  }

  private func finish(
    _ outcome: LiveSession.Outcome, summary: LiveSummary, recording: LiveRecording?,
    output: LiveOutput
  ) -> ExitStatus {
    if let problem = recording?.finish() { messages.error(nil, problem) }
    show(summary, output: output)
    switch outcome {
    case .notOpened(let error):
      messages.error(nil, describe(error))
      return .sourceNotFound
    case .lost(let error):
      messages.error(nil, describe(error))
      return .sourceLost
    case .ended: break
    }
    if case .failed(let name, let reason) = output.error {
      messages.error(name, "The results cannot be written: \(reason).")
      return .failure
    }
    return recording?.hasFailed == true ? .failure : .success
  }

  private func show(_ summary: LiveSummary, output: LiveOutput) {
    if options.writesJSON {
      output.write(LiveJSONLines.line(of: summary))
    } else if options.verbosity != .quiet, summary.segmentCount > 0 {
      // On a terminal it stands where the screen was; beside results for other programs it does not
      // belong among them.
      let descriptor: Int32 = Terminal.isTerminal(1) ? 1 : 2
      let style = TerminalStyle(
        environment: Terminal.isTerminal(descriptor) ? Terminal.environment : [:], width: 80)
      _ = writeAll(summary.text(style: style).bytes, to: descriptor)
    }
  }

  private func describe(_ error: any Error) -> String {
    let isVerbose = options.verbosity == .verbose
    #if Microphone
      if let error = error as? CaptureError { return isVerbose ? "\(error)" : error.message }
    #endif
    if let error = error as? MediaFileError { return isVerbose ? "\(error)" : error.message }
    return "\(error)"
  }
}
