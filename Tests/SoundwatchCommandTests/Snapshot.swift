import Foundation
import Testing

/// Compares a text with the file of that name under `Snapshots`.
///
/// With `SOUNDWATCH_RECORD_SNAPSHOTS=1` in the environment the file is written instead; read the diff
/// before you commit it.
func expectSnapshot(
  _ text: String, named name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  let file = folder.appendingPathComponent("Snapshots").appendingPathComponent(name)
  if ProcessInfo.processInfo.environment["SOUNDWATCH_RECORD_SNAPSHOTS"] == "1" {
    try Data(text.utf8).write(to: file)
    return
  }
  let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
  guard text != expected else { return }
  let pairs = zip(text.split(separator: "\n"), expected.split(separator: "\n"))
  let difference = pairs.first { $0 != $1 }
  Issue.record(
    """
    \(name) differs. First differing line:
      now:  \(difference?.0 ?? "(one of them is longer)")
      then: \(difference?.1 ?? "(one of them is longer)")
    """, sourceLocation: sourceLocation)
}
