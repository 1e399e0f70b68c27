internal import Foundation
internal import Glibc
internal import SoundRecognition

/// The one who changes a catalog on disk.
///
/// Small changes are appended to a journal. When the journal has grown, a new one is begun, and a thread
/// makes a segment of the old one, together with segments before it where there are many (``SegmentLevels``).
struct StoreWriter {
  let lock: StoreLock
  /// The open file of the last journal.
  var descriptor: Int32
  var nextNumber: UInt64
  /// Whether a thread is merging.
  var isMerging = false
  /// What went wrong when the thread merged last. The catalog is complete all the same.
  var mergeError: RecognitionError?

  /// A journal with so many changes is made into a segment.
  static let changesOfJournal = 32
  /// A journal of so many bytes is made into a segment.
  static let bytesOfJournal = 16 << 20

  static func open(
    _ folder: StoreFolder
  ) throws(RecognitionError) -> (StoreWriter, StoreManifest, StoreContent) {
    do throws(RecognitionError) {
      if !folder.exists { try folder.make() }
      let lock = try StoreLock(folder)
      // Looked at again with the lock: somebody may have made it meanwhile.
      if !folder.exists {
        var manifest = StoreManifest()
        let journal = manifest.takeNumber()
        try StoreJournal.make(journal, in: folder)
        manifest.journals = [journal]
        try manifest.write(folder)
      }
      let manifest = try StoreManifest.read(folder)
      let content = try StoreContent(manifest, in: folder)
      folder.removeLeftovers(except: content)
      guard let journal = content.journals.last else {
        throw .damagedCatalog("its manifest names no journal")
      }
      let writer = StoreWriter(
        lock: lock, descriptor: try journal.openForAppending(in: folder),
        nextNumber: content.parts.compactMap(\.file).reduce(manifest.nextNumber) { max($0, $1 + 1) }
      )
      return (writer, manifest, content)
    } catch {
      guard !error.message.contains(folder.path) else { throw error }
      throw RecognitionError(
        error.code, "\(folder.path): \(error.message)", underlying: error.underlying)
    }
  }

  mutating func close() {
    guard descriptor >= 0 else { return }
    Glibc.close(descriptor)
    descriptor = -1
  }

  mutating func takeNumber() -> UInt64 {
    defer { nextNumber += 1 }
    return nextNumber
  }

  /// Writes a segment's file.
  mutating func writeSegment(
    _ folder: StoreFolder, _ write: (Int32) throws(RecognitionError) -> Void
  ) throws(RecognitionError) -> UInt64 {
    let number = takeNumber()
    try CatalogFile.replace(folder.segment(number), write)
    return number
  }
}
