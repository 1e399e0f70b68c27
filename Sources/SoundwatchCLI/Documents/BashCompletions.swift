/// Completions for bash.
enum BashCompletions {
  static func script() -> String {
    var text = """
      # Completions of soundwatch for bash, printed by "soundwatch completions bash".
      _soundwatch() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        COMPREPLY=()
        # Bash cuts --option=value at the equals sign.
        if [[ $current == = ]]; then
          current=
        elif [[ $previous == = ]]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
        fi
        if ((COMP_CWORD == 1)); then
          COMPREPLY=($(compgen -W "\(topWords)" -- "$current"))
          return
        fi
        case ${COMP_WORDS[1]} in

      """
    for command in CommandSpecification.all { text += branch(command) }
    return text + """
        esac
      }
      complete -F _soundwatch soundwatch

      """
  }

  private static var topWords: String {
    (CommandSpecification.all.map(\.name)
      + CommandSpecification.programOptions.map { "--\($0.name)" })
      .joined(separator: " ")
  }

  private static func branch(_ command: CommandSpecification) -> String {
    let names = command.allNames.joined(separator: "|")
    if command.verbs.isEmpty { return "  \(names))\n\(body(command))    ;;\n" }
    var text = "  \(names))\n    if ((COMP_CWORD == 2)); then\n"
    text += "      \(reply(.choice(command.verbs.map(\.word))))\n      return\n    fi\n"
    text += "    case ${COMP_WORDS[2]} in\n"
    for verb in command.verbs { text += "    \(verb.word))\n\(body(verb))    ;;\n" }
    return text + "    esac\n    ;;\n"
  }

  /// What completes the options and operands of a command or verb.
  private static func body(_ command: CommandSpecification) -> String {
    var text = "    case $previous in\n"
    for option in command.options {
      guard let value = option.value else { continue }
      text += "    \(option.allSpellings.joined(separator: "|")))\n      \(reply(value.kind))\n"
      text += "      return\n      ;;\n"
    }
    text += "    esac\n    if [[ $current == -* ]]; then\n"
    let names = command.options.map { "--\($0.name)" }.joined(separator: " ")
    text += "      COMPREPLY=($(compgen -W \"\(names)\" -- \"$current\"))\n      return\n    fi\n"
    switch command.operands {
    case .none: break
    case .media: text += "    \(reply(.file))\n"
    case .word(let words): text += "    \(reply(.choice(words)))\n"
    }
    return text
  }

  private static func reply(_ kind: OptionSpecification.Value.Kind) -> String {
    switch kind {
    case .choice(let words), .suggestions(let words), .list(let words):
      "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\"))"
    case .file:
      "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$current\")"
    case .folder:
      "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- \"$current\")"
    case .text: ":"
    }
  }
}
