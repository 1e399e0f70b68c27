import Foundation
import Glibc
import SoundRecognition

/// Adds to a library until it is killed, and says on its output what has been added. The tests of
/// `Library` start it.
///
///     LibraryWriter FOLDER NAME
@main
struct LibraryWriter {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let library = Library(application: "test", folder: URL(filePath: arguments[1]))
    say("ready")
    var number = 0
    while true {
      let title = "\(arguments[2]).\(number)"
      try await library.addItems([MediaItem(properties: [.title: title])])
      say(title)
      number += 1
    }
  }

  /// One write for each line, so that no line is lost or cut when the program is killed.
  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
  }
}
