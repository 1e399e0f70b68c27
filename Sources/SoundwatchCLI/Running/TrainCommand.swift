import SoundClassification
import SoundFiles
import SoundTraining
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `soundwatch train`.
///
/// *Confined*: once in a process. *Blocking*.
package struct TrainCommand {
  private let options: TrainOptions
  private let messages: Messages
  private let cancellation = CancellationGroup()

  package init(_ options: TrainOptions) {
    self.options = options
    messages = Messages(verbosity: options.verbosity)
  }

  /// Trains a model and writes it.
  package func run() -> ExitStatus {
    Interruption.ignoreBrokenPipes()
    Interruption.watch { [cancellation] in cancellation.cancel() }
    #if MediaFiles
      MediaFileSource.silenceFFmpegLog()
    #endif
    do {
      try perform()
      return .success
    } catch {
      messages.showProgress(TextBuffer())
      if cancellation.isCancelled { return .interrupted }
      let failure = error as? TrainFailure
      messages.error(failure?.name, failure?.message ?? "\(error)")
      return .failure
    }
  }

  private func perform() throws {
    try checkOutput()
    let recordings = try TrainingFolder(options.folder)
    for warning in recordings.warnings { messages.warning(warning.name, warning.message) }
    let base =
      try options.modelPath.map { try SoundModel(contentsOf: $0) }
      ?? SoundModel.builtIn(.version1)
    var trainer = try ModelTrainer(base: base)
    trainer.options.name = options.modelName
    trainer.options.heldOutShare = options.heldOutShare
    trainer.options.maximumEpochCount = options.maximumEpochCount
    trainer.options.seed = UInt64(options.seed)
    trainer.options.windowDuration = options.windowDuration
    let progress = TrainProgress(messages: messages, isShown: showsProgress, style: style)
    let clips = try RecordingReader(
      recordings, trainer: trainer, jobs: options.jobs ?? Terminal.processorCount,
      messages: messages, cancellation: cancellation, progress: progress
    ).read()
    let trained = try trainer.train(clips) { step in
      progress.show(step)
      if options.verbosity == .verbose { messages.note(nil, TrainProgress.note(of: step)) }
      return !cancellation.isCancelled
    }
    progress.finish()
    try trained.write(to: options.output, replacesExisting: options.replacesOutput)
    guard options.verbosity != .quiet else { return }
    let report = TrainReport(trained, output: options.output, windows: options.windowDuration)
    let status = writeAll(report.text.bytes, to: 1)
    guard status == 0 || status == EPIPE else {
      throw TrainFailure(nil, "The report cannot be written: \(systemReason(status)).")
    }
  }

  /// Finds out before the work what would make it vain.
  private func checkOutput() throws {
    switch FileKind(path: options.output) {
    case .missing: break
    case .folder: throw TrainFailure(options.output, "This is a folder; name a file for --output.")
    case .file, .other:
      guard options.replacesOutput else {
        throw TrainFailure(options.output, "The file exists already; --force replaces it.")
      }
    }
    let slash = options.output.lastIndex(of: "/")
    let folder = slash.map { $0 == options.output.startIndex ? "/" : String(options.output[..<$0]) }
    guard unsafe access(folder ?? ".", W_OK | X_OK) == 0 else {
      throw TrainFailure(
        options.output, "The model cannot be written there: \(systemReason(errno)).")
    }
  }

  private var style: TerminalStyle {
    TerminalStyle(environment: Terminal.environment, width: Terminal.width(of: 2))
  }

  private var showsProgress: Bool {
    let term = Terminal.environment["TERM"] ?? ""
    return options.verbosity != .quiet && Terminal.isTerminal(2) && !term.isEmpty && term != "dumb"
  }
}

/// Says what made training impossible before it began.
struct TrainFailure: Error, Hashable {
  /// The file or folder that it is about.
  let name: String?
  let message: String

  init(_ name: String?, _ message: String) {
    self.name = name
    self.message = message
  }
}
