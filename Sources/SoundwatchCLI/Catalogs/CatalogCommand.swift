import Foundation
import SoundRecognition

/// `soundwatch catalog` with all its verbs.
///
/// *Confined*: once in a process. *Blocking*.
struct CatalogCommand {
  let verb: CommandSpecification
  let options: RecognitionOptions
  let run: RecognitionRun

  init(_ verb: CommandSpecification, _ options: RecognitionOptions) {
    self.verb = verb
    self.options = options
    run = RecognitionRun(options)
  }

  /// Does what the verb says.
  func perform() throws(UsageError) -> ExitStatus {
    try run.status {
      switch verb.word {
      case "create": try create()
      case "add": try index(renewsItems: false)
      case "update": try index(renewsItems: true)
      case "remove": try remove()
      case "display": try display()
      case "export": try export()
      case "merge": try merge()
      case "stats": try showStatistics()
      case "verify": try verify()
      default: try compact()
      }
    }
  }

  // MARK: - What several verbs need

  /// The one catalog that the command line names, with --catalog or as its only operand.
  func catalogPath() throws -> String {
    let paths = options.catalogs + (verb.option(.input) ? [] : options.inputs)
    guard let path = paths.first else {
      throw UsageError("Name a catalog.", command: verb.name)
    }
    guard paths.count == 1 else {
      throw UsageError("There is one catalog too many: \(paths[1]).", command: verb.name)
    }
    return path
  }

  func outputPath() throws -> String {
    guard let output = options.output else {
      throw UsageError("Say where to write: --output PATH.", command: verb.name)
    }
    return output
  }

  /// Writes text on the standard output.
  func write(_ text: TextBuffer) throws {
    if let error = OutputError(errno: writeAll(text.bytes, to: 1), name: "standard output"),
      error != .readerIsGone
    {
      throw error
    }
  }

  // MARK: - Reading recordings

  private func create() throws -> Bool {
    let path = try outputPath()
    guard !options.inputs.isEmpty else {
      throw UsageError("Name recordings, folders or signatures.", command: verb.name)
    }
    let exists = FileKind(path: path) != .missing
    if exists, !options.replacesOutput { return try index(OpenedCatalog(path, changes: true)) }
    return try index(
      OpenedCatalog.new(path, asStore: options.makesStore, replaces: exists), isNew: true)
  }

  private func index(renewsItems: Bool) throws -> Bool {
    if options.inputs.isEmpty, !(renewsItems && (options.mediaItemsPath != nil || options.prunes)) {
      throw UsageError("Name recordings, folders or signatures.", command: verb.name)
    }
    return try index(
      OpenedCatalog(try catalogPath(), changes: true), renewsItems: renewsItems)
  }

  private func index(
    _ opened: OpenedCatalog, renewsItems: Bool = false, isNew: Bool = false
  ) throws -> Bool {
    let indexing = CatalogIndexing(
      options: options, run: run, opened: opened, renewsItems: renewsItems,
      beginsAnew: isNew && options.replacesOutput)
    let outcome = try indexing.perform()
    if run.cancellation.isCancelled {
      run.messages.warning(
        opened.path, "Interrupted. The same command goes on where this one was.")
      return false
    }
    let after = try OpenedCatalog(opened.path)
    let shared = try SharedSound(after, run: run, jobs: options.jobs)
      .search(for: outcome.newIDs, thoroughly: false)
    for pair in shared { run.messages.warning(pair.firstName, pair.explanation) }
    try report(outcome, after)
    return outcome.failedCount == 0
  }

  private func report(_ outcome: CatalogIndexing.Outcome, _ opened: OpenedCatalog) throws {
    if options.verbosity == .quiet { return }
    let counts = [
      (outcome.addedCount, "added"), (outcome.renewedCount, "renewed"),
      (outcome.removedCount, "removed"), (outcome.unchangedCount, "unchanged"),
      (outcome.failedCount, "failed"),
    ]
    var text = TextBuffer()
    text.append("\(opened.path): ")
    CatalogStatistics(try opened.entries()).append(to: &text)
    let said = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    text.append(said.isEmpty ? "\n" : " (\(said))\n")
    try write(text)
  }
}

extension CommandSpecification {
  /// Whether the command has an option.
  func option(_ option: RecognitionOption) -> Bool {
    options.contains { $0.name == option.rawValue }
  }
}
