/// One command, such as `analyze`: everything that parser, help, manual and completions know of it.
///
/// *Thread-safe*: a value.
package struct CommandSpecification: Sendable {
  /// What stands behind the options of a command.
  package enum Operands: Sendable, Hashable {
    case none
    /// Files, folders and URLs.
    case media
    /// At most one of these words.
    case word([String])
  }

  /// What it is called; a verb of another command has that one's name in front, as `catalog create`.
  package let name: String
  /// What the operands are called in the synopsis; empty when there are none.
  package let synopsis: String
  /// One line that says what it does, without a full stop.
  package let summary: String
  /// Paragraphs that say more.
  package let discussion: [String]
  package let operands: Operands
  package let options: [OptionSpecification]
  /// Command lines with a line of explanation each.
  package let examples: [(line: String, meaning: String)]
  /// Other names that are understood too.
  package var aliases: [String] = []
  /// What one of must stand behind the name, for a command that is only the head of others.
  package var verbs: [CommandSpecification] = []

  /// The last word of the name.
  package var word: String { name.split(separator: " ").last.map(String.init) ?? name }

  /// All names that are understood.
  package var allNames: [String] { [name] + aliases }

  /// The headings of the options, in the order of their first option.
  package var groups: [String] {
    options.reduce(into: []) { if !$0.contains($1.group) { $0.append($1.group) } }
  }

  /// The options under one heading.
  package func options(in group: String) -> [OptionSpecification] {
    options.filter { $0.group == group }
  }
}
