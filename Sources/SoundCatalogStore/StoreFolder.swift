internal import Foundation
internal import Glibc
internal import SoundRecognition

/// The files of a catalog on disk.
///
/// | file | what |
/// |---|---|
/// | `manifest` | which of the other files count; replaced as a whole |
/// | `segment-N.swcatalog` | references that do not change any more, each file a catalog of its own |
/// | `journal-N` | the latest changes, appended one by one |
/// | `lock` | locked by whoever changes the catalog |
struct StoreFolder: Sendable {
  let path: String

  var manifest: String { path + "/manifest" }
  var lock: String { path + "/lock" }
  func segment(_ number: UInt64) -> String { "\(path)/segment-\(number).swcatalog" }
  func journal(_ number: UInt64) -> String { "\(path)/journal-\(number)" }

  var exists: Bool { unsafe access(manifest, F_OK) == 0 }

  /// Makes the folder if it is missing.
  func make() throws(RecognitionError) {
    guard unsafe mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw .catalogFile("The catalog \(path) cannot be made", code: .customCatalogInvalidURL)
    }
  }

  /// Maps a segment; of a large one only the front.
  func openSegment(_ number: UInt64) throws(RecognitionError) -> CatalogSegment {
    let largestMapping = 64 << 20
    let descriptor = try CatalogFile.openForReading(segment(number))
    var status = stat()
    var front: Int?
    if unsafe fstat(descriptor, &status) == 0, Int(status.st_size) > largestMapping {
      let copy = dup(descriptor)
      if copy >= 0 { front = CatalogSegment.frontLength(ofFile: copy) }
    }
    return try CatalogSegment(CatalogBytes(mapping: descriptor, frontLength: front))
  }

  /// Removes files that a writer left behind when it was ended.
  func removeLeftovers(except content: StoreContent) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let kept = Set(
      content.parts.compactMap(\.file).map { "segment-\($0).swcatalog" }
        + content.journals.map { "journal-\($0.number)" })
    for name in names where !kept.contains(name) {
      guard name.hasSuffix(".part") || name.hasPrefix("segment-") || name.hasPrefix("journal-")
      else { continue }
      unsafe unlink("\(path)/\(name)")
    }
  }
}

/// The right to change a catalog, which one program at a time has. It ends with the object, and with the
/// program.
final class StoreLock: Sendable {
  private let descriptor: Int32

  init(_ folder: StoreFolder) throws(RecognitionError) {
    descriptor = unsafe open(folder.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw .catalogFile(
        "The catalog \(folder.path) cannot be opened for changes", code: .customCatalogInvalidURL)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let owner = Self.text(of: descriptor)
      close(descriptor)
      throw RecognitionError(
        .internalError,
        "The catalog \(folder.path) is being changed by another program"
          + (owner.isEmpty ? "" : " (process \(owner))")
          + ". Try again when that is done, or open the catalog for reading.")
    }
    let owner = Array("\(getpid())\n".utf8)
    // Only a hint for the sentence above.
    _ = ftruncate(descriptor, 0)
    _ = unsafe owner.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  deinit { close(descriptor) }

  private static func text(of descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, $0.count, 0)
    }
    return String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 10 }, as: UTF8.self)
  }
}
