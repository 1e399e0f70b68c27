extension AnalyzeOptions {
  /// Reads the arguments behind `soundwatch analyze`. Of an option that is given twice, the last one
  /// counts.
  package init(_ arguments: some Sequence<String>) throws(UsageError) {
    self.init()
    let command = CommandSpecification.analyze
    let parsed = try ParsedArguments(arguments, for: command)
    for (name, value) in parsed.options {
      do throws(UsageError) {
        if let option = RecognizerOption(rawValue: name) {
          try recognition.apply(option, value ?? "")
        } else if let option = AnalyzeOption(rawValue: name) {
          try apply(option, value ?? "")
        } else {
          preconditionFailure("The table has an option that is not an AnalyzeOption: \(name).")
        }
      } catch {
        throw UsageError("--\(name): \(error.message)", command: command.name)
      }
    }
    operands = parsed.operands
    if wantsHelp { return }
    do throws(UsageError) { try check() } catch {
      throw UsageError(error.message, command: command.name)
    }
  }

  private mutating func apply(_ option: AnalyzeOption, _ value: String) throws(UsageError) {
    switch option {
    case .format: format = ResultFormat(rawValue: value) ?? format
    case .output:
      guard !value.isEmpty else { throw UsageError("The name of the folder is empty.") }
      outputFolder = value
    case .segments: kind = .segments
    case .windows: kind = .windows
    case .window: windowDuration = try OptionValue.decimal(value, in: 0.1...15)
    case .overlap: overlapFactor = try OptionValue.decimal(value, in: 0...0.99)
    case .labels: labels = try OptionValue.labels(value)
    case .threshold: threshold = try OptionValue.decimal(value, in: 0...1)
    case .channel: channels = try OptionValue.channels(value)
    case .track: track = try OptionValue.whole(value, in: 0...255)
    case .start: start = try OptionValue.time(value)
    case .end: end = try OptionValue.time(value)
    case .rawFormat: rawFormat = try OptionValue.rawFormat(value)
    case .model: modelPath = value
    case .jobs: jobs = try OptionValue.whole(value, in: 1...1024)
    case .quiet: verbosity = .quiet
    case .verbose: verbosity = .verbose
    case .help: wantsHelp = true
    }
  }

  /// Finds what single options cannot know.
  private func check() throws(UsageError) {
    guard !operands.isEmpty else {
      throw UsageError("Name a file, a folder, a URL, or - for the standard input.")
    }
    if let empty = operands.first(where: \.isEmpty) {
      throw UsageError("A file name is empty: \"\(empty)\".")
    }
    if operands.count(where: { $0 == "-" }) > 1 {
      throw UsageError("The standard input (-) can be read only once.")
    }
    if rawFormat != nil, operands != ["-"] {
      throw UsageError("--raw-format describes the standard input; the only input is then -.")
    }
    if rawFormat != nil, track != nil {
      throw UsageError("--track chooses within media files; raw samples have no tracks.")
    }
    if let end, end <= start {
      throw UsageError("--end must lie behind --start.")
    }
    try recognition.check()
    if kind == .segments, windowDuration != nil || overlapFactor != nil {
      throw UsageError(
        "\(windowDuration != nil ? "--window" : "--overlap") shapes windows; add --windows.")
    }
  }
}
