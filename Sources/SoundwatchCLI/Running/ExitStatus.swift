/// How the command ends.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  case failure = 1
  case usage = 64
  case interrupted = 130

  /// What help and manual say of it.
  package var meaning: String {
    switch self {
    case .success: "Everything was analyzed."
    case .failure: "Something failed; everything else was still analyzed."
    case .usage: "The command line is wrong; nothing was analyzed."
    case .interrupted: "Interrupted; what was complete by then was written."
    }
  }
}
