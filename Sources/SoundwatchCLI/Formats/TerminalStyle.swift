/// What a terminal can show.
///
/// *Thread-safe*: a value.
package struct TerminalStyle: Sendable, Hashable {
  /// Whether colours may be used.
  package var usesColor: Bool
  /// Whether letters beyond ASCII may be used.
  package var usesUnicode: Bool
  /// How many letters a line has.
  package var width: Int

  package init(usesColor: Bool, usesUnicode: Bool, width: Int) {
    self.usesColor = usesColor
    self.usesUnicode = usesUnicode
    self.width = width
  }

  /// Reads from the environment what a terminal can show.
  ///
  /// `NO_COLOR` counts when it is set and not empty, as no-color.org demands.
  package init(environment: [String: String], width: Int) {
    func value(_ name: String) -> String { environment[name] ?? "" }
    let isDumb = value("TERM").isEmpty || value("TERM") == "dumb"
    let locale = [value("LC_ALL"), value("LC_CTYPE"), value("LANG")].first { !$0.isEmpty } ?? ""
    let encoding = locale.uppercased()
    usesColor = !isDumb && value("NO_COLOR").isEmpty
    usesUnicode = !isDumb && (encoding.hasSuffix("UTF-8") || encoding.hasSuffix("UTF8"))
    self.width = max(20, width)
  }

  /// How a label is drawn: a colour, and a shade for those who do not see colours.
  struct Ink: Sendable, Hashable {
    /// The number of the terminal's colour, 30 to 37 or 90 to 97.
    let color: Int
    let block: String
    let letter: String
  }

  /// The ink of a label of the bundled model, or one of a few for others.
  func ink(for label: String, at index: Int) -> Ink {
    switch label {
    case "speech": Ink(color: 36, block: "█", letter: "#")
    case "music": Ink(color: 35, block: "▓", letter: "=")
    case "singing": Ink(color: 33, block: "▒", letter: "~")
    case "noise": Ink(color: 90, block: "░", letter: ":")
    case "silence": Ink(color: 90, block: "·", letter: ".")
    default:
      [
        Ink(color: 34, block: "█", letter: "#"), Ink(color: 32, block: "▓", letter: "="),
        Ink(color: 31, block: "▒", letter: "~"), Ink(color: 37, block: "░", letter: ":"),
      ][index % 4]
    }
  }

  /// What a label is drawn with.
  func mark(_ ink: Ink) -> String { usesUnicode ? ink.block : ink.letter }

  /// Starts a colour, where there are colours.
  func on(_ color: Int) -> String { usesColor ? "\u{1B}[\(color)m" : "" }
  /// Ends all colours.
  var off: String { usesColor ? "\u{1B}[0m" : "" }
  /// Starts bold letters.
  var bold: String { usesColor ? "\u{1B}[1m" : "" }
  /// Starts faint letters.
  var faint: String { usesColor ? "\u{1B}[2m" : "" }
}
