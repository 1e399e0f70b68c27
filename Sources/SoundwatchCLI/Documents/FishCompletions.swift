/// Completions for fish.
enum FishCompletions {
  static func script() -> String {
    let names = CommandSpecification.all.flatMap(\.allNames).joined(separator: " ")
    var text = """
      # Completions of soundwatch for fish, printed by "soundwatch completions fish".
      complete -c soundwatch -f
      set -l commands \(names)

      """
    for option in CommandSpecification.programOptions {
      text += line(option, condition: "not __fish_seen_subcommand_from $commands")
    }
    for command in CommandSpecification.all {
      text += "complete -c soundwatch -n \"not __fish_seen_subcommand_from $commands\""
      text += " -a \(command.name) -d \(quoted(command.summary))\n"
    }
    for command in CommandSpecification.all {
      let condition =
        "__fish_seen_subcommand_from \(command.allNames.joined(separator: " "))"
      text += lines(command, condition: condition)
      let verbs = command.verbs.map(\.word).joined(separator: " ")
      for verb in command.verbs {
        text += "complete -c soundwatch -n \"\(condition)"
        text += "; and not __fish_seen_subcommand_from \(verbs)\""
        text += " -a \(verb.word) -d \(quoted(verb.summary))\n"
      }
      for verb in command.verbs {
        text += lines(
          verb, condition: "\(condition); and __fish_seen_subcommand_from \(verb.word)")
      }
    }
    return text
  }

  /// The options and operands of a command or verb.
  private static func lines(_ command: CommandSpecification, condition: String) -> String {
    var text = ""
    for option in command.options { text += line(option, condition: condition) }
    switch command.operands {
    case .none: break
    case .media: text += "complete -c soundwatch -n \"\(condition)\" -F\n"
    case .word(let words):
      text +=
        "complete -c soundwatch -n \"\(condition)\" -a \(quoted(words.joined(separator: " ")))\n"
    }
    return text
  }

  private static func line(_ option: OptionSpecification, condition: String) -> String {
    var text = "complete -c soundwatch -n \"\(condition)\" -l \(option.name)"
    if let letter = option.letter { text += " -s \(letter)" }
    if let value = option.value {
      switch value.kind {
      case .file: text += " -r -F"
      case .folder: text += " -x -a \"(__fish_complete_directories)\""
      case .text: text += " -x"
      case .choice, .suggestions, .list:
        text += " -x -a \(quoted(value.words.joined(separator: " ")))"
      }
    }
    return text + " -d \(quoted(firstSentence(option.help)))\n"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
