/// What a writer must know of an input before its first result comes.
///
/// *Thread-safe*: a value.
package struct ResultSheet: Sendable {
  /// The input as the user named it.
  package var name: String
  /// A short name of the input that no other input of the same command has.
  package var identifier: String
  package var kind: AnalyzeOptions.ResultKind
  /// All labels that results can have, in the order of columns.
  package var labels: [String]
  /// Whether every channel gives results of its own.
  package var separatesChannels = false
  /// Whether somebody is asked which recordings are heard.
  package var recognizesMusic = false
  /// Whether a person should be told which input follows.
  package var showsName = false
  /// How a terminal is drawn on; `nil` where there is none.
  package var style: TerminalStyle?

  package init(
    name: String, identifier: String, kind: AnalyzeOptions.ResultKind, labels: [String]
  ) {
    self.name = name
    self.identifier = identifier
    self.kind = kind
    self.labels = labels
  }
}
