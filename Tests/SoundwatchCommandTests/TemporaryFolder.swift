import Foundation

@testable import SoundwatchCLI

/// A folder that a test may fill; it goes away with its owner.
final class TemporaryFolder: Sendable {
  let url: URL

  var path: String { url.path }

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("soundwatch-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, and makes the folders above it.
  func write(_ name: String, _ bytes: [UInt8] = []) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Reads a text file.
  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
  }

  /// All files below the folder, sorted.
  func files() -> [String] {
    let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return all.filter { FileKind(path: "\(path)/\($0)") == .file }.sorted()
  }
}
