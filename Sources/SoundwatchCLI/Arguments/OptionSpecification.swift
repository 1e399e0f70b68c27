/// One option of a command: what the parser accepts, and what help, manual and completions say.
///
/// *Thread-safe*: a value.
package struct OptionSpecification: Sendable, Hashable {
  /// What an option is followed by.
  package struct Value: Sendable, Hashable {
    /// What it can be, for completions and for checking.
    package enum Kind: Sendable, Hashable {
      /// One of these words and nothing else.
      case choice([String])
      /// Anything, but these words are worth offering.
      case suggestions([String])
      /// Words out of these, separated by commas; others are possible.
      case list([String])
      case file
      case folder
      case text
    }

    /// What help calls it, in capitals.
    package let name: String
    package let kind: Kind

    /// The words to offer, where there are some.
    package var words: [String] {
      switch kind {
      case .choice(let words), .suggestions(let words), .list(let words): words
      case .file, .folder, .text: []
      }
    }
  }

  /// The name, without the two dashes.
  package let name: String
  /// Other names that are understood too, without the two dashes.
  package let aliases: [String]
  /// The short name, without the dash.
  package let letter: Character?
  /// `nil` for an option that stands alone.
  package let value: Value?
  /// What it does: a sentence or two.
  package let help: String
  /// The heading that it stands under.
  package let group: String

  package init(
    _ name: String, aliases: [String] = [], letter: Character? = nil, value: Value? = nil,
    group: String, help: String
  ) {
    self.name = name
    self.aliases = aliases
    self.letter = letter
    self.value = value
    self.help = help
    self.group = group
  }

  /// Whether the option of a command is this one, given as `--name` or `-n`.
  package func matches(_ spelling: String) -> Bool { allSpellings.contains(spelling) }

  /// The spellings that are offered, the short one first.
  package var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--" + name] }

  /// The spellings that are understood.
  package var allSpellings: [String] { spellings + aliases.map { "--" + $0 } }

  /// What it does, and how else it may be spelled.
  package var fullHelp: String {
    if aliases.isEmpty { return help }
    return help + " Also: \(aliases.map { "--" + $0 }.joined(separator: ", "))."
  }
}

extension OptionSpecification.Value {
  package static func choice(_ name: String, _ words: [String]) -> Self {
    .init(name: name, kind: .choice(words))
  }
  package static func suggestions(_ name: String, _ words: [String]) -> Self {
    .init(name: name, kind: .suggestions(words))
  }
  package static func list(_ name: String, _ words: [String]) -> Self {
    .init(name: name, kind: .list(words))
  }
  package static func text(_ name: String) -> Self { .init(name: name, kind: .text) }
  package static let file = Self(name: "FILE", kind: .file)
  package static let folder = Self(name: "DIR", kind: .folder)
}
