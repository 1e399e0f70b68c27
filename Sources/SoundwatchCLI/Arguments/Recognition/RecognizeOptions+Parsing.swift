extension RecognizeOptions {
  /// Reads the arguments behind `soundwatch recognize`. Of an option that is given twice, the last one
  /// counts.
  package init(_ arguments: some Sequence<String>) throws(UsageError) {
    self.init()
    let command = CommandSpecification.recognize
    let parsed = try ParsedArguments(arguments, for: command)
    for (name, value) in parsed.options {
      guard let option = RecognizeOption(rawValue: name) else {
        preconditionFailure("The table has an option that is not a RecognizeOption: \(name).")
      }
      do throws(UsageError) {
        try apply(option, value ?? "")
      } catch {
        throw UsageError("--\(name): \(error.message)", command: command.name)
      }
    }
    if wantsHelp { return }
    operands = parsed.operands
    guard !operands.isEmpty, !operands.contains("") else {
      throw UsageError(
        "Name a file, a URL, or - for the standard input.", command: command.name)
    }
    guard operands.filter({ $0 == "-" }).count < 2 else {
      throw UsageError("The standard input can be read only once.", command: command.name)
    }
    guard rawFormat == nil || operands.contains("-") else {
      throw UsageError("--raw-format is for the standard input; add -.", command: command.name)
    }
  }

  private mutating func apply(_ option: RecognizeOption, _ value: String) throws(UsageError) {
    switch option {
    case .format: format = Format(rawValue: value) ?? .text
    case .services: services = try OptionValue.labels(value)
    case .market:
      guard !value.isEmpty else { throw UsageError("The name of the country is empty.") }
      market = value
    case .tokenFile:
      guard !value.isEmpty else { throw UsageError("The name of the file is empty.") }
      tokenFile = value
    case .start: start = try OptionValue.time(value)
    case .every:
      let time = try OptionValue.time(value)
      guard time >= RecognizeOptions.shortestInterval else {
        throw UsageError("A clip has up to 12 seconds; the next one cannot begin before it ends.")
      }
      interval = time
    case .rawFormat: rawFormat = try OptionValue.rawFormat(value)
    case .quiet: verbosity = .quiet
    case .verbose: verbosity = .verbose
    case .help: wantsHelp = true
    }
  }
}
