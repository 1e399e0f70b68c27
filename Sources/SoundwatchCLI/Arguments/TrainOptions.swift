/// What a command line asks `soundwatch train` to do.
///
/// *Thread-safe*: a value.
package struct TrainOptions: Sendable, Hashable {
  /// The folder with a folder for each label, as typed.
  package var folder = ""
  /// The file to write.
  package var output = ""
  package var replacesOutput = false
  /// What the model is called; `nil` for the name of its file.
  package var name: String?
  /// The share of each label's files that is held out.
  package var heldOutShare = 0.2
  /// The length of a window in seconds; `nil` for whole files.
  package var windowDuration: Double?
  package var maximumEpochCount = 60
  package var seed = 1
  package var modelPath: String?
  /// How many files are read at a time; `nil` for as many as there are processors.
  package var jobs: Int?
  package var verbosity = AnalyzeOptions.Verbosity.normal
  /// Whether only help was asked for.
  package var wantsHelp = false

  package init() {}

  /// What the model is called.
  package var modelName: String {
    if let name { return name }
    let file = lastComponent(of: output)
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return file }
    return String(file[..<dot])
  }
}
