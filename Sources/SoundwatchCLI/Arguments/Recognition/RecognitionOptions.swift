package import Foundation
package import SoundSignal

/// What a command line asks one of the commands that recognize music to do.
///
/// *Thread-safe*: a value.
package struct RecognitionOptions: Sendable, Hashable {
  /// The catalogs, as typed.
  package var catalogs: [String] = []
  /// Recordings, folders, signatures, URLs and `-`, as typed.
  package var inputs: [String] = []
  package var mediaItemsPath: String?
  package var output: String?
  package var format = RecognitionFormat.text
  package var makesStore = false
  package var replacesOutput = false
  package var prunes = false
  package var selection = Selection()
  /// Where a signature begins, in seconds.
  package var start = 0.0
  /// How long a signature is, in seconds; `nil` for all.
  package var duration: Double?
  /// By how much the next signature begins later, in seconds; `nil` for one signature.
  package var stride: Double?
  package var reportsAllPlaces = false
  package var limit: Int?
  package var threshold = 0.0
  package var rawFormat: PCMFormat?
  package var application: String?
  package var clearsHistory = false
  /// How many inputs are worked on at a time; `nil` for as many as there are processors.
  package var jobs: Int?
  package var verbosity = AnalyzeOptions.Verbosity.normal
  /// Whether only help was asked for.
  package var wantsHelp = false

  /// Which items of a catalog are meant.
  package struct Selection: Sendable, Hashable {
    package var ids: [UUID] = []
    package var titles: [String] = []
    package var artists: [String] = []
    package var sources: [String] = []

    package var isEmpty: Bool {
      ids.isEmpty && titles.isEmpty && artists.isEmpty && sources.isEmpty
    }
  }

  package init() {}

  /// Reads the arguments behind the name of a command. What stands there without an option is an input;
  /// of an option that is given twice, the last one counts, where there is no place for both.
  package init(
    _ arguments: some Sequence<String>, for command: CommandSpecification
  ) throws(UsageError) {
    let parsed = try ParsedArguments(arguments, for: command)
    for (name, value) in parsed.options {
      guard let option = RecognitionOption(rawValue: name) else {
        preconditionFailure("The table has an option that is not a RecognitionOption: \(name).")
      }
      do throws(UsageError) {
        try apply(option, value ?? "")
      } catch {
        throw UsageError("--\(name): \(error.message)", command: command.name)
      }
    }
    if parsed.operands.contains("") {
      throw UsageError("The name of an input is empty.", command: command.name)
    }
    inputs += parsed.operands
    if inputs.count(where: { $0 == "-" }) > 1 {
      throw UsageError("The standard input (-) can be read only once.", command: command.name)
    }
    if rawFormat != nil, inputs != ["-"] {
      throw UsageError(
        "--raw-format describes the standard input; the only input is then -.",
        command: command.name)
    }
  }

  private mutating func apply(_ option: RecognitionOption, _ value: String) throws(UsageError) {
    switch option {
    case .catalog: catalogs.append(try OptionValue.name(value))
    case .input: inputs.append(try OptionValue.name(value))
    case .mediaItems: mediaItemsPath = try OptionValue.name(value)
    case .output: output = try OptionValue.name(value)
    case .format: format = RecognitionFormat(rawValue: value) ?? format
    case .store: makesStore = true
    case .force: replacesOutput = true
    case .prune: prunes = true
    case .id, .title, .artist, .source: try select(option, value)
    case .from: start = try OptionValue.time(value)
    case .duration: duration = try OptionValue.positiveTime(value)
    case .stride: stride = try OptionValue.positiveTime(value)
    case .all: reportsAllPlaces = true
    case .limit: limit = try OptionValue.whole(value, in: 1...1_000_000)
    case .threshold: threshold = try OptionValue.decimal(value, in: 0...1)
    case .rawFormat: rawFormat = try OptionValue.rawFormat(value)
    case .application: application = try OptionValue.name(value)
    case .clear: clearsHistory = true
    case .jobs: jobs = try OptionValue.whole(value, in: 1...1024)
    case .quiet: verbosity = .quiet
    case .verbose: verbosity = .verbose
    case .help: wantsHelp = true
    }
  }

  private mutating func select(
    _ option: RecognitionOption, _ value: String
  ) throws(UsageError) {
    switch option {
    case .id:
      guard let id = UUID(uuidString: value) else {
        throw UsageError("\"\(value)\" is no identity, as display shows them.")
      }
      selection.ids.append(id)
    case .title: selection.titles.append(value)
    case .artist: selection.artists.append(value)
    default: selection.sources.append(try OptionValue.name(value))
    }
  }
}
