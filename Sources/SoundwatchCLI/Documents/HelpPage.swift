/// The text that `--help` and `soundwatch help` show, made from the tables of the commands.
package enum HelpPage {
  private static let width = 80
  private static let indent = 24

  /// The overview of the program.
  package static func program() -> String {
    var text = "soundwatch: \(CommandSpecification.programSummary)\n\nUsage:\n"
    for command in CommandSpecification.all {
      text += "  soundwatch \(command.name) \(command.synopsis)".trimmingEnd() + "\n"
    }
    text += "\nCommands:\n"
    for command in CommandSpecification.all {
      text += entry(command.name, command.summary)
    }
    text += "\nOptions:\n"
    for option in CommandSpecification.programOptions {
      text += entry(heading(option), option.help)
    }
    return text + "\n\"soundwatch help COMMAND\" says more.\n"
  }

  /// The help of one command.
  package static func command(_ command: CommandSpecification) -> String {
    var text = "soundwatch \(command.name): \(command.summary)\n\n"
    text += "Usage: soundwatch \(command.name) \(command.synopsis)".trimmingEnd() + "\n"
    for paragraph in command.discussion {
      text += "\n" + wrapped(paragraph, width: width).joined(separator: "\n") + "\n"
    }
    if !command.verbs.isEmpty {
      text += "\nVerbs:\n"
      for verb in command.verbs { text += entry(verb.word, verb.summary) }
      text += "\n\"soundwatch help \(command.name) VERB\" says more.\n"
    }
    for group in command.groups {
      text += "\n\(group):\n"
      for option in command.options(in: group) { text += entry(heading(option), option.fullHelp) }
    }
    if !command.examples.isEmpty {
      text += "\nExamples:\n"
      for example in command.examples { text += "  \(example.line)\n      \(example.meaning)\n" }
    }
    let statuses = ExitStatus.ofCommand(command.name)
    if !statuses.isEmpty {
      text += "\nExit status:\n"
      for status in statuses { text += "  \(status.rawValue)\t\(status.meaning)\n" }
    }
    return text
  }

  private static func heading(_ option: OptionSpecification) -> String {
    let names = option.letter == nil ? ["   ", "--" + option.name] : option.spellings
    let text = names.joined(separator: option.letter == nil ? " " : ", ")
    return option.value.map { "\(text) \($0.name)" } ?? text
  }

  /// Two columns; a long left one has a line of its own.
  private static func entry(_ left: String, _ right: String) -> String {
    let lines = wrapped(right, width: width - indent)
    let margin = String(repeating: " ", count: indent)
    let head = "  " + left
    let first = head.count + 2 > indent ? head + "\n" + margin : head.padded(to: indent)
    return first + lines.joined(separator: "\n" + margin) + "\n"
  }

  private static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  fileprivate func trimmingEnd() -> String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
