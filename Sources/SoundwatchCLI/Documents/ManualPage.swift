/// The manual page, in the man macros of roff.
package enum ManualPage {
  /// The source of the page.
  package static func source() -> String {
    var text = """
      .TH SOUNDWATCH 1 "" "soundwatch \(CommandSpecification.version)" "User Commands"
      .SH NAME
      soundwatch \\- \(escaped(CommandSpecification.programSummary))
      .SH SYNOPSIS

      """
    for command in CommandSpecification.allWithVerbs where command.verbs.isEmpty {
      text += ".B soundwatch \(escaped(command.name))\n"
      if !command.synopsis.isEmpty { text += "\(line(command.synopsis))\n" }
      text += ".br\n"
    }
    text += ".B soundwatch\n\\-\\-version\n.SH DESCRIPTION\n"
    text +=
      "soundwatch listens to sound and labels it: speech, music, singing, noise and silence.\n"
    for command in CommandSpecification.allWithVerbs { text += section(of: command) }
    text += ".SH OUTPUT FORMATS\n"
    for format in ResultFormat.allCases {
      text += ".TP\n.B \(format.rawValue)\n\(line(format.explanation))\n"
    }
    text += ".SH EXIT STATUS\n"
    for status in ExitStatus.allCases {
      text += ".TP\n.B \(status.rawValue)\n\(line(status.meaning))\n"
    }
    text += """
      .SH ENVIRONMENT
      .TP
      .B NO_COLOR
      Set to anything, it keeps colours away.
      .TP
      .B TERM
      On a terminal that calls itself dumb, plain letters are used and no progress is shown.

      """
    return text
  }

  private static func section(of command: CommandSpecification) -> String {
    var text = ".SH \(command.name.uppercased())\n"
    text += line(capitalized(command.summary) + ".") + "\n"
    for paragraph in command.discussion { text += ".PP\n\(line(paragraph))\n" }
    for group in command.groups where command.options.count > 1 {
      text += ".SS \(line(group))\n"
      for option in command.options(in: group) {
        let names = option.allSpellings.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
        text += ".TP\n\(names)\(option.value.map { " \\fI\($0.name)\\fR" } ?? "")\n"
        text += line(option.help) + "\n"
      }
    }
    if !command.examples.isEmpty {
      text += ".SS Examples\n"
      for example in command.examples {
        text += ".TP\n.B \(escaped(example.line))\n\(line(example.meaning))\n"
      }
    }
    return text
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// A line of text. A dot or an apostrophe at its beginning would be a command to roff.
  private static func line(_ text: String) -> String {
    let text = escaped(text)
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "~": "\\(ti"
      default: String(character)
      }
    }.joined()
  }
}

extension ResultFormat {
  /// What the manual says of the format.
  var explanation: String {
    switch self {
    case .text:
      "A time line for people: coloured on a terminal, plain lines elsewhere."
    case .json:
      "One document, {\"files\":[...]}, with an object for each input: file, segments or windows,"
        + " start and end of what was analyzed, and error where the analysis broke off."
    case .jsonl: "One JSON object for each result, a line each."
    case .csv:
      "Segments have the columns file,start,end,label,confidence; windows have"
        + " file,start,end,label,speech,music,singing,noise,silence. With --channel each, a last"
        + " column channel follows. Times are seconds with three decimals, scores go from 0 to 1."
    case .rttm:
      "SPEAKER lines as NIST's tools and pyannote read them. Channels count from 1, and blanks in"
        + " names become underscores."
    case .audacity: "A label track that Audacity imports."
    case .srt: "SubRip subtitles; each ends where the next begins."
    case .textgrid:
      "A TextGrid for Praat with an interval tier, or one for each channel, without holes."
    }
  }
}
