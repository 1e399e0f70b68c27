internal import Glibc

/// Says why results could not be written.
enum OutputError: Error, Hashable {
  /// Whoever read the output has enough of it. Nothing is wrong.
  case readerIsGone
  /// The operating system refused.
  case failed(name: String, reason: String)

  /// Makes an error of an error number, or `nil` of zero.
  init?(errno number: Int32, name: String) {
    switch number {
    case 0: return nil
    case EPIPE: self = .readerIsGone
    default: self = .failed(name: name, reason: systemReason(number))
    }
  }
}
