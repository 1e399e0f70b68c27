import SoundTraining

/// The recordings of a folder that has a folder for each label.
///
/// *Thread-safe*: a value.
struct TrainingFolder: Sendable {
  /// A file and what is heard in it.
  struct Recording: Sendable, Hashable {
    let path: String
    let label: String
  }

  /// All recordings, label by label, in the order of their names.
  private(set) var recordings: [Recording] = []
  /// What was left out.
  private(set) var warnings: [(name: String, message: String)] = []

  /// Looks into a folder.
  ///
  /// *Blocking*: reads folders.
  init(_ path: String) throws {
    switch FileKind(path: path) {
    case .folder: break
    case .missing: throw TrainFailure(path, "There is no such folder.")
    case .file, .other:
      throw TrainFailure(path, "This is no folder. Name one that has a folder for each label.")
    }
    let names: [String]
    do throws(FolderError) { names = try namesInFolder(path) } catch {
      throw TrainFailure(path, "The folder cannot be read: \(error.reason).")
    }
    let prefix = path.hasSuffix("/") ? path : path + "/"
    let labels = names.filter { FileKind(path: prefix + $0) == .folder }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    guard !labels.isEmpty else {
      throw TrainFailure(
        path,
        "The folder has no folders in it. Put the recordings of each label into a folder of that"
          + " name.")
    }
    if names.count > labels.count {
      warnings.append((path, "Files beside the folders of the labels are left out."))
    }
    do { try ModelTrainer.check(labels: labels) } catch {
      throw TrainFailure(path, error.message)
    }
    for label in labels { try collect(label, in: prefix + label) }
  }

  private mutating func collect(_ label: String, in folder: String) throws {
    let found = InputCollector(operands: [folder])
    if let failure = found.failures.first {
      throw TrainFailure(failure.name, failure.message)
    }
    let minimum = ModelTrainer.Options().minimumClipCount
    guard found.inputs.count >= minimum else {
      throw TrainFailure(
        folder,
        "The label \(label) has \(found.inputs.count) files; it needs at least \(minimum), of which"
          + " some are held out for testing.")
    }
    recordings += found.inputs.map { Recording(path: $0.name, label: label) }
  }
}
