import Foundation
import SoundRecognition

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The size and the time of the last change of a file: by these a later run knows that it is the same.
///
/// *Thread-safe*: a value.
struct SourceStamp: Sendable, Hashable {
  /// A text such as `4194304@1770000000.123456789`.
  let text: String
  let size: Int64

  /// Asks the file system.
  /// - Returns: `nil` when there is no such file.
  init?(path: String) {
    var information = stat()
    guard unsafe stat(path, &information) == 0 else { return nil }
    size = Int64(information.st_size)
    var text = TextBuffer()
    text.append("\(size)@\(information.st_mtim.tv_sec).")
    text.append(Int64(information.st_mtim.tv_nsec), digits: 9)
    self.text = text.string
  }
}

extension MediaItemProperty {
  /// The ``SourceStamp`` of the file that a recording was indexed from.
  static let sourceStamp = MediaItemProperty("sourceStamp")
}
