import AudioTestSupport
import Foundation
import Glibc
import SoundCatalogStore
import SoundRecognition

/// Changes a catalog on disk until it is killed, and says on its output what it begins and what is done.
/// The tests of `CatalogStore` start it.
///
///     CatalogWriter FOLDER FIRST_NUMBER [LARGEST_FILE]
@main
struct CatalogWriter {
  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.count > 3, let largestFile = UInt(arguments[3]) {
      // Writing more fails like on a full disk, instead of ending the program.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: largestFile, rlim_max: largestFile)
      unsafe setrlimit(__rlimit_resource_t(1), &limit)
    }
    let store = try CatalogStore(at: URL(filePath: arguments[1]))
    var number = Int(arguments[2]) ?? 0
    var generator = SystemRandomNumberGenerator()
    say("ready")
    while true {
      let id = Self.id(Int.random(in: 0..<40, using: &generator))
      do {
        if Int.random(in: 0..<4, using: &generator) == 0 {
          say("begin remove \(id)")
          try store.remove([id])
          say("done remove \(id)")
        } else {
          say("begin update \(id) \(number)")
          try store.update([
            CatalogReference(
              id: id, signature: SyntheticSignature.make(seed: UInt64(number), seconds: 5),
              mediaItems: [MediaItem(properties: [.title: "\(number)"])])
          ])
          say("done update \(id) \(number)")
        }
      } catch {
        say("error \(error)")
        exit(1)
      }
      number += 1
    }
  }

  private static func id(_ number: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, UInt8(number)))
  }

  /// One write for each line, so that no line is lost or cut when the program is killed.
  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
  }
}
