internal import Glibc

/// The whole command: finds out which one is meant and runs it.
package enum Program {
  /// Runs a command line.
  ///
  /// *Blocking*.
  /// - Parameter arguments: the words of the command line, the first being the program.
  /// - Returns: the exit status.
  package static func run(_ arguments: [String]) -> Int32 {
    do throws(UsageError) {
      return try status(of: arguments.dropFirst()).rawValue
    } catch {
      let help = error.command.map { "soundwatch help \($0)" } ?? "soundwatch help"
      show("soundwatch: \(error.message)\nSee \"\(help)\".\n", on: 2)
      return ExitStatus.usage.rawValue
    }
  }

  private static func status(of arguments: ArraySlice<String>) throws(UsageError) -> ExitStatus {
    guard let name = arguments.first else {
      show(HelpPage.program(), on: 2)
      return .usage
    }
    switch name {
    case "--version":
      return show("soundwatch \(CommandSpecification.version)\n")
    case "--help", "-h":
      return show(HelpPage.program())
    default:
      if name.hasPrefix("-"), name != "-" {
        throw .unknownOption(name, options: CommandSpecification.programOptions, command: nil)
      }
      guard let command = CommandSpecification.named(name) else { throw unknownCommand(name) }
      return try run(command, arguments.dropFirst())
    }
  }

  private static func run(
    _ command: CommandSpecification, _ arguments: ArraySlice<String>
  ) throws(UsageError) -> ExitStatus {
    if command.name == CommandSpecification.analyze.name {
      let options = try AnalyzeOptions(arguments)
      if options.wantsHelp { return show(HelpPage.command(command)) }
      return try AnalyzeCommand(options).run()
    }
    if command.name == CommandSpecification.train.name {
      let options = try TrainOptions(arguments)
      if options.wantsHelp { return show(HelpPage.command(command)) }
      return TrainCommand(options).run()
    }
    if let status = try runRecognition(command, arguments) { return status }
    if command.name == CommandSpecification.recognize.name {
      let options = try RecognizeOptions(arguments)
      if options.wantsHelp { return show(HelpPage.command(command)) }
      return try RecognizeCommand(options).run()
    }
    if !command.verbs.isEmpty { return try runVerb(of: command, arguments) }
    if let live = LiveOptions.Command(rawValue: command.name) {
      let options = try LiveOptions(live, arguments)
      if options.wantsHelp { return show(HelpPage.command(command)) }
      switch live {
      case .mic: return try MicCommand(options).run()
      case .listen: return try ListenCommand(options).run()
      }
    }
    let parsed = try ParsedArguments(arguments, for: command)
    // `--help` is the only option of the other commands.
    if !parsed.options.isEmpty { return show(HelpPage.command(command)) }
    if command.name == CommandSpecification.help.name {
      return show(try helpPage(about: parsed.operands))
    }
    let word = try word(of: parsed, command)
    switch command.name {
    case CommandSpecification.completions.name:
      guard let shell = word.flatMap(Shell.init) else {
        throw UsageError("Name a shell: bash, zsh or fish.", command: command.name)
      }
      return show(shell.completions)
    default:
      return show(ManualPage.source())
    }
  }

  private static func runVerb(
    of command: CommandSpecification, _ arguments: ArraySlice<String>
  ) throws(UsageError) -> ExitStatus {
    guard let word = arguments.first else {
      show(HelpPage.command(command), on: 2)
      return .usage
    }
    if ["-h", "--help"].contains(word) { return show(HelpPage.command(command)) }
    guard let verb = command.verbs.first(where: { $0.word == word }) else {
      throw unknownTopic("\(command.name) \(word)")
    }
    return try run(verb, arguments.dropFirst())
  }

  /// What `soundwatch help` shows of a command, of the verb of a command, or of the program.
  private static func helpPage(about topic: [String]) throws(UsageError) -> String {
    guard !topic.isEmpty else { return HelpPage.program() }
    let name = topic.joined(separator: " ")
    guard let command = CommandSpecification.named(name) else { throw unknownTopic(name) }
    return HelpPage.command(command)
  }

  /// The only operand of a command that takes one word out of some.
  private static func word(
    of parsed: ParsedArguments, _ command: CommandSpecification
  ) throws(UsageError) -> String? {
    guard let first = parsed.operands.first else { return nil }
    guard case .word(let words) = command.operands, parsed.operands.count == 1 else {
      let extra = parsed.operands.last ?? first
      throw UsageError("There is one word too many: \(extra).", command: command.name)
    }
    guard words.contains(first) else {
      let hint = nearestMatch(to: first, among: words).map { " Did you mean \($0)?" } ?? ""
      throw UsageError(
        "\"\(first)\" is not one of \(words.joined(separator: ", ")).\(hint)", command: command.name
      )
    }
    return first
  }

  private static func unknownCommand(_ name: String) -> UsageError {
    // Whoever names a file means the command that takes one.
    if FileKind(path: name) != .missing || Input.isURL(name) || name == "-" {
      return UsageError("There is no command \(name). Did you mean soundwatch analyze \(name)?")
    }
    return unknownTopic(name)
  }

  private static func unknownTopic(_ name: String) -> UsageError {
    let match = nearestMatch(to: name, among: CommandSpecification.allWithVerbs.map(\.name))
    return UsageError(
      "There is no command \(name).\(match.map { " Did you mean \($0)?" } ?? "")")
  }

  /// Writes a text on a standard stream.
  @discardableResult
  static func show(_ text: String, on descriptor: Int32 = 1) -> ExitStatus {
    Interruption.ignoreBrokenPipes()
    let status = writeAll(Array(text.utf8), to: descriptor)
    return status == 0 || status == EPIPE ? .success : .failure
  }
}
