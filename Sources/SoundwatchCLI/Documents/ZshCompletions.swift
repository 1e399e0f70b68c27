/// Completions for zsh.
enum ZshCompletions {
  static func script() -> String {
    var text = """
      #compdef soundwatch
      # Completions of soundwatch for zsh, printed by "soundwatch completions zsh".
      _soundwatch() {
        local context state state_descr line
        typeset -A opt_args
        _arguments -C \\
      \(CommandSpecification.programOptions.map { argument($0) }.joined())\
          '1:command:->command' \\
          '*::argument:->argument'
        case $state in
        command)
          local -a commands
          commands=(

      """
    for command in CommandSpecification.all {
      text += "      '\(command.name):\(escaped(command.summary))'\n"
    }
    text += """
          )
          _describe command commands
          ;;
        argument)
          case $words[1] in

      """
    for command in CommandSpecification.all { text += branch(command) }
    return text + """
          esac
          ;;
        esac
      }
      if [[ $funcstack[1] == _soundwatch ]]; then
        _soundwatch "$@"
      else
        compdef _soundwatch soundwatch
      fi

      """
  }

  private static func branch(_ command: CommandSpecification) -> String {
    let names = command.allNames.joined(separator: "|")
    if command.verbs.isEmpty { return "    \(names))\n\(body(command))      ;;\n" }
    var text = "    \(names))\n      _arguments -C '1:verb:->verb' '*::argument:->argument'\n"
    text += "      case $state in\n      verb)\n        local -a verbs\n        verbs=(\n"
    for verb in command.verbs { text += "    '\(verb.word):\(escaped(verb.summary))'\n" }
    text += "        )\n        _describe verb verbs\n        ;;\n"
    text += "      argument)\n        case $words[1] in\n"
    for verb in command.verbs { text += "    \(verb.word))\n\(body(verb))      ;;\n" }
    return text + "        esac\n        ;;\n      esac\n      ;;\n"
  }

  /// What completes the options and operands of a command or verb.
  private static func body(_ command: CommandSpecification) -> String {
    var text = "      _arguments -S \\\n"
    for option in command.options { text += argument(option) }
    switch command.operands {
    case .none: text += "    '*:: :'\n"
    case .media: text += "    '*:input:_files'\n"
    case .word(let words): text += "    '1:word:(\(words.joined(separator: " ")))'\n"
    }
    return text
  }

  private static func argument(_ option: OptionSpecification) -> String {
    let explanation = "[\(escaped(firstSentence(option.help)))]"
    return option.spellings.map { spelling in
      var text = "    '\(spelling)"
      if let value = option.value {
        let isLong = spelling.hasPrefix("--")
        text +=
          "\(isLong ? "=" : "+")\(explanation):\(value.name.lowercased()):\(action(value.kind))"
      } else {
        text += explanation
      }
      return text + "' \\\n"
    }.joined()
  }

  private static func action(_ kind: OptionSpecification.Value.Kind) -> String {
    switch kind {
    case .choice(let words), .suggestions(let words):
      "(\(words.map { escaped($0) }.joined(separator: " ")))"
    case .list(let words): "_values -s , label \(words.joined(separator: " "))"
    case .file: "_files"
    case .folder: "_files -/"
    case .text: " "
    }
  }

  /// `_arguments` gives colons and brackets a meaning; the whole stands in single quotation marks.
  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case ":", "[", "]", "\\": "\\\(character)"
      case "'": "'\\''"
      default: String(character)
      }
    }.joined()
  }
}

/// What stands in front of the first full stop that ends a sentence.
func firstSentence(_ text: String) -> String {
  var end = text.startIndex
  while end < text.endIndex {
    let next = text.index(after: end)
    if text[end] == ".", next == text.endIndex || text[next] == " " { break }
    end = next
  }
  return String(text[..<end])
}
