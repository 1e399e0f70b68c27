import AudioTestSupport
import Foundation
import SoundCatalogStore
import SoundRecognition
import Testing

/// A folder of its own for a test.
func withFolder(_ body: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder)
}

func song(_ seed: UInt64, id: UUID = UUID(), seconds: Double = 12) -> CatalogReference {
  CatalogReference(
    id: id, signature: SyntheticSignature.make(seed: seed, seconds: seconds),
    mediaItems: [MediaItem(properties: [.title: "song \(seed)"])])
}

/// The titles that a query with a part of a song finds.
func titles(in catalog: some Catalog, of seed: UInt64) throws -> [String] {
  let query = song(seed).signature.part(3000..<8000)
  return try catalog.snapshot().references(matching: query)
    .flatMap { $0.mediaItems.compactMap { $0[.title] as? String } }
}

/// A running `CatalogWriter`.
final class WriterProcess {
  private let process = Process()
  private let output = Pipe()
  private var said = Data()

  init(_ folder: URL, firstNumber: Int, largestFile: Int? = nil) throws {
    // It lies beside the tests.
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    process.executableURL = URL(filePath: tests).deletingLastPathComponent()
      .appending(path: "CatalogWriter")
    process.arguments = [folder.path, "\(firstNumber)"] + (largestFile.map { ["\($0)"] } ?? [])
    process.standardOutput = output
    try process.run()
  }

  func waitUntilReady() {
    while !said.contains(10) {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return }
      said += data
    }
  }

  /// Kills the program.
  /// - Returns: what it had said.
  func kill() -> [String] {
    Glibc.kill(process.processIdentifier, SIGKILL)
    return waitForEnd()
  }

  func waitForEnd() -> [String] {
    let data = (try? output.fileHandleForReading.readToEnd()) ?? nil
    process.waitUntilExit()
    said += data ?? Data()
    return String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
