import SoundFiles
import SoundSignal

extension AnalyzeOptions {
  /// Reads the arguments behind `soundwatch analyze`. Of an option that is given twice, the last one
  /// counts.
  package init(_ arguments: some Sequence<String>) throws(UsageError) {
    self.init()
    let command = CommandSpecification.analyze
    let parsed = try ParsedArguments(arguments, for: command)
    for (name, value) in parsed.options {
      guard let option = AnalyzeOption(rawValue: name) else {
        preconditionFailure("The table has an option that is not an AnalyzeOption: \(name).")
      }
      do throws(UsageError) {
        try apply(option, value ?? "")
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
    case .window: windowDuration = try Self.decimal(value, in: 0.1...15)
    case .overlap: overlapFactor = try Self.decimal(value, in: 0...0.99)
    case .labels: labels = try Self.labels(value)
    case .threshold: threshold = try Self.decimal(value, in: 0...1)
    case .channel: channels = try Self.channels(value)
    case .track: track = try Self.whole(value, in: 0...255)
    case .start: start = try Self.time(value)
    case .end: end = try Self.time(value)
    case .rawFormat: rawFormat = try Self.rawFormat(value)
    case .model: modelPath = value
    case .jobs: jobs = try Self.whole(value, in: 1...1024)
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
    if kind == .segments, windowDuration != nil || overlapFactor != nil {
      throw UsageError(
        "\(windowDuration != nil ? "--window" : "--overlap") shapes windows; add --windows.")
    }
  }

  private static func time(_ text: String) throws(UsageError) -> Double {
    guard let time = parseTime(text) else {
      throw UsageError("\"\(text)\" is not a time such as 90, 1:30 or 1:02:03.250.")
    }
    return time
  }

  private static func decimal(
    _ text: String, in range: ClosedRange<Double>
  ) throws(UsageError) -> Double {
    guard let number = parseDecimal(text), range.contains(number) else {
      throw UsageError(
        "\"\(text)\" is not a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  private static func whole(_ text: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard let number = parseWhole(text), range.contains(number) else {
      throw UsageError(
        "\"\(text)\" is not a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  private static func labels(_ text: String) throws(UsageError) -> [String] {
    let labels = text.split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
    guard !labels.isEmpty else { throw UsageError("Name at least one label.") }
    return labels
  }

  private static func channels(_ text: String) throws(UsageError) -> ChannelSelection {
    switch text {
    case "first": return .first
    case "average": return .average
    case "each": return .each
    default:
      guard let index = parseWhole(text), index < PCMFormat.supportedChannelCounts.upperBound else {
        throw UsageError(
          "\"\(text)\" is neither first, average or each nor the number of a channel from 0 to 31.")
      }
      return .channel(index)
    }
  }

  private static func rawFormat(_ text: String) throws(UsageError) -> PCMFormat {
    do { return try PCMFormat(rawSpecification: text) } catch { throw UsageError(error.message) }
  }
}

extension Substring {
  /// The text without the spaces around it.
  fileprivate func trimmingSpaces() -> String {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
