package import Foundation

/// Where the tests find the files of this repository.
package enum Repository {
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The bytes of a file, named from the top of the repository.
  package static func contents(of path: String) throws -> Data {
    try Data(contentsOf: root.appendingPathComponent(path))
  }
}
