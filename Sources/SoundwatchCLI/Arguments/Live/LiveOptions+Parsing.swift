import SoundFiles
import SoundSignal

extension LiveOptions {
  /// Reads the arguments behind `soundwatch mic` or `soundwatch listen`. Of an option that is given
  /// twice, the last one counts.
  package init(_ command: Command, _ arguments: some Sequence<String>) throws(UsageError) {
    self.init(command)
    let specification: CommandSpecification = command == .mic ? .mic : .listen
    let parsed = try ParsedArguments(arguments, for: specification)
    for (name, value) in parsed.options {
      do throws(UsageError) {
        if let option = RecognizerOption(rawValue: name) {
          try recognition.apply(option, value ?? "")
        } else if let option = LiveOption(rawValue: name) {
          try apply(option, value ?? "")
        } else {
          preconditionFailure("The table has an option that is not a LiveOption: \(name).")
        }
      } catch {
        throw UsageError("--\(name): \(error.message)", command: command.rawValue)
      }
    }
    if wantsHelp { return }
    do throws(UsageError) { try check(operands: parsed.operands) } catch {
      throw UsageError(error.message, command: command.rawValue)
    }
  }

  private mutating func apply(_ option: LiveOption, _ value: String) throws(UsageError) {
    switch option {
    case .device:
      guard !value.isEmpty else { throw UsageError("The name of the device is empty.") }
      device = value
    case .listDevices: listsDevices = true
    case .rate: sampleRate = try OptionValue.whole(value, in: PCMFormat.supportedSampleRates)
    case .channels:
      channelCount = try OptionValue.whole(value, in: PCMFormat.supportedChannelCounts)
    case .rawFormat: rawFormat = try OptionValue.rawFormat(value)
    case .channel:
      channels = try OptionValue.channels(value)
      if channels == .each {
        throw UsageError("Live, one sound is heard: first, average or the number of a channel.")
      }
    case .window: windowDuration = try OptionValue.decimal(value, in: 0.1...15)
    case .labels: labels = try OptionValue.labels(value)
    case .threshold: threshold = try OptionValue.decimal(value, in: 0...1)
    case .record:
      guard !value.isEmpty else { throw UsageError("The name of the file is empty.") }
      recordingPath = value
    case .force: replacesRecording = true
    case .duration:
      let time = try OptionValue.time(value)
      guard time > 0 else { throw UsageError("The time must be longer than nothing.") }
      duration = time
    case .reconnect: reconnects = true
    case .json: writesJSON = true
    case .model: modelPath = value
    case .quiet: verbosity = .quiet
    case .verbose: verbosity = .verbose
    case .help: wantsHelp = true
    }
  }

  /// Finds what single options cannot know.
  private mutating func check(operands: [String]) throws(UsageError) {
    switch command {
    case .mic:
      if let extra = operands.first {
        throw UsageError(
          "There is one word too many: \(extra). A microphone is chosen by --device, and what comes"
            + " from elsewhere is heard by soundwatch listen.")
      }
    case .listen:
      guard let address = operands.first, !address.isEmpty else {
        throw UsageError("Name a URL, a named pipe, or - for the standard input.")
      }
      guard operands.count == 1 else {
        throw UsageError(
          "There is one word too many: \(operands[1]). One sound is heard at a time.")
      }
      if rawFormat != nil, address != "-" {
        throw UsageError("--raw-format describes the standard input; the address is then -.")
      }
      if reconnects, address == "-" {
        throw UsageError("--reconnect: The standard input that has ended does not come back.")
      }
      self.address = address
    }
    try recognition.check()
    if replacesRecording, recordingPath == nil {
      throw UsageError("--force lets --record replace a file; add --record FILE.")
    }
  }
}
