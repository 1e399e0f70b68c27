/// How the command ends.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  case failure = 1
  case usage = 64
  case sourceNotFound = 66
  case sourceLost = 74
  case interrupted = 130

  /// What help and manual say of it.
  package var meaning: String {
    switch self {
    case .success: "Everything was analyzed; of live sound, until somebody ended it."
    case .failure: "Something failed; everything else was still analyzed."
    case .usage: "The command line is wrong; nothing was analyzed."
    case .sourceNotFound: "There is no such microphone, or the station cannot be opened."
    case .sourceLost: "The microphone or the station was lost."
    case .interrupted: "Interrupted; what was complete by then was written."
    }
  }

  /// How a command can end, where its help says so.
  static func ofCommand(_ name: String) -> [ExitStatus] {
    switch name {
    case CommandSpecification.analyze.name: [.success, .failure, .usage, .interrupted]
    case CommandSpecification.mic.name, CommandSpecification.listen.name:
      [.success, .failure, .usage, .sourceNotFound, .sourceLost]
    default: []
    }
  }
}
