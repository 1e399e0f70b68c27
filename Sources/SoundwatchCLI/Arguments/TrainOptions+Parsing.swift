extension TrainOptions {
  /// Reads the arguments behind `soundwatch train`. Of an option that is given twice, the last one
  /// counts.
  package init(_ arguments: some Sequence<String>) throws(UsageError) {
    self.init()
    let command = CommandSpecification.train
    let parsed = try ParsedArguments(arguments, for: command)
    for (name, value) in parsed.options {
      guard let option = TrainOption(rawValue: name) else {
        preconditionFailure("The table has an option that is not a TrainOption: \(name).")
      }
      do throws(UsageError) {
        try apply(option, value ?? "")
      } catch {
        throw UsageError("--\(name): \(error.message)", command: command.name)
      }
    }
    if wantsHelp { return }
    guard let folder = parsed.operands.first, !folder.isEmpty else {
      throw UsageError(
        "Name the folder that has a folder of recordings for each label.", command: command.name)
    }
    guard parsed.operands.count == 1 else {
      throw UsageError(
        "There is one word too many: \(parsed.operands[1]). Put the folders of all labels into one.",
        command: command.name)
    }
    guard !output.isEmpty else {
      throw UsageError(
        "Say where to write the model: --output my.soundmodel.", command: command.name)
    }
    self.folder = folder
  }

  private mutating func apply(_ option: TrainOption, _ value: String) throws(UsageError) {
    switch option {
    case .output:
      guard !value.isEmpty else { throw UsageError("The name of the file is empty.") }
      output = value
    case .force: replacesOutput = true
    case .name:
      guard !value.isEmpty else { throw UsageError("The name is empty.") }
      name = value
    case .validation: heldOutShare = try OptionValue.decimal(value, in: 0.05...0.5)
    case .window: windowDuration = try OptionValue.decimal(value, in: 0.1...15)
    case .epochs: maximumEpochCount = try OptionValue.whole(value, in: 1...10_000)
    case .seed: seed = try OptionValue.whole(value, in: 0...999_999_999)
    case .model: modelPath = value
    case .jobs: jobs = try OptionValue.whole(value, in: 1...1024)
    case .quiet: verbosity = .quiet
    case .verbose: verbosity = .verbose
    case .help: wantsHelp = true
    }
  }
}
