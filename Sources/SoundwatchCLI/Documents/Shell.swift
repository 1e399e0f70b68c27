/// A shell that completions can be made for.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The completion script, made from the tables of the commands.
  package var completions: String {
    switch self {
    case .bash: BashCompletions.script()
    case .zsh: ZshCompletions.script()
    case .fish: FishCompletions.script()
    }
  }
}
