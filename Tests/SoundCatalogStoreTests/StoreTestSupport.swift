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

extension WriterProcess {
  /// Starts `CatalogWriter`.
  convenience init(_ folder: URL, firstNumber: Int, largestFile: Int? = nil) throws {
    try self.init(
      "CatalogWriter", [folder.path, "\(firstNumber)"] + (largestFile.map { ["\($0)"] } ?? []))
  }
}
