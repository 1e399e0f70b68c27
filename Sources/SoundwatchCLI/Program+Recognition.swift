extension Program {
  /// Runs one of the commands that recognize music.
  /// - Returns: `nil` when it is none of them.
  static func runRecognition(
    _ command: CommandSpecification, _ arguments: ArraySlice<String>
  ) throws(UsageError) -> ExitStatus? {
    let head = command.name.split(separator: " ").first.map(String.init)
    guard CommandSpecification.recognition.contains(where: { $0.name == head }),
      command.verbs.isEmpty
    else { return nil }
    let options = try RecognitionOptions(arguments, for: command)
    if options.wantsHelp { return show(HelpPage.command(command)) }
    switch head {
    case CommandSpecification.signature.name: return try SignatureCommand(options).perform()
    case CommandSpecification.match.name: return try MatchCommand(options).perform()
    case CommandSpecification.monitor.name: return try MonitorCommand(options).perform()
    case CommandSpecification.history.name: return try HistoryCommand(options).perform()
    default: return try CatalogCommand(command, options).perform()
    }
  }
}
