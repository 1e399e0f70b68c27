internal import Foundation
internal import Glibc
internal import SoundRecognition

/// A change of a catalog on disk: some references go, others come, both or nothing.
struct StoreChange {
  var removed: [UUID] = []
  /// The numbers of segments' files with new references. They are on the disk before the change is.
  var files: [UInt64] = []
  /// A segment with the new references, or nothing.
  var segment: [UInt8] = []

  fileprivate var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(segment.count + 16 * removed.count + 4)
    bytes.append(littleEndian: UInt32(removed.count))
    bytes.append(littleEndian: UInt32(files.count))
    for id in removed { unsafe withUnsafeBytes(of: id.uuid) { unsafe bytes += $0 } }
    for file in files { bytes.append(littleEndian: file) }
    return bytes + segment
  }

  fileprivate init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= 8 else { return nil }
    let count = Int(UInt32(littleEndianBytes: bytes.prefix(4)))
    let fileCount = Int(UInt32(littleEndianBytes: bytes.dropFirst(4).prefix(4)))
    var rest = bytes.dropFirst(8)
    guard 16 * count + 8 * fileCount <= rest.count else { return nil }
    for _ in 0..<count {
      let id = Array(rest.prefix(16))
      removed.append(unsafe id.withUnsafeBytes { unsafe UUID(uuid: $0.load(as: uuid_t.self)) })
      rest = rest.dropFirst(16)
    }
    for _ in 0..<fileCount {
      files.append(UInt64(littleEndianBytes: rest.prefix(8)))
      rest = rest.dropFirst(8)
    }
    segment = Array(rest)
  }

  init(removed: [UUID], files: [UInt64] = [], segment: [UInt8] = []) {
    self.removed = removed
    self.files = files
    self.segment = segment
  }
}

/// The file to which changes are appended: of each its length, its checksum and its bytes.
///
/// A change counts when all of its bytes are there. Whatever was cut off by the end of a program or of
/// the power fails its checksum, is not taken for a change, and is cut off by the next writer.
struct StoreJournal: Sendable {
  private static let headerLength = 12
  private static let magic = Array("SOUNDLOG".utf8)
  private static let version: UInt32 = 1
  private static let frameLength = 16

  let number: UInt64
  /// How much of the file holds whole changes.
  private(set) var length = 0

  init(number: UInt64) { self.number = number }

  /// Makes the file of a new journal.
  static func make(_ number: UInt64, in folder: StoreFolder) throws(RecognitionError) {
    try CatalogFile.replace(folder.journal(number)) { (descriptor) throws(RecognitionError) in
      var bytes = magic
      bytes.append(littleEndian: version)
      try FileSink(descriptor).write(bytes, at: 0)
    }
  }

  /// Reads the changes behind those that were read before.
  mutating func readNewChanges(in folder: StoreFolder) throws(RecognitionError) -> [StoreChange] {
    // Not mapped: a writer cuts off what it could not append, and what is mapped must not shrink.
    let file = try CatalogBytes(
      mapping: try CatalogFile.openForReading(folder.journal(number)), frontLength: 0)
    guard file.count > length else { return [] }
    let start = length
    let bytes = unsafe try file.withBytes(start..<file.count) { (bytes) throws(RecognitionError) in
      unsafe Array(bytes)
    }
    var rest = bytes[...]
    if start == 0 {
      guard rest.count >= Self.headerLength, rest.starts(with: Self.magic) else {
        throw .damagedCatalog("its journal cannot be read")
      }
      let version = UInt32(littleEndianBytes: rest[8..<12])
      guard version <= Self.version else {
        throw RecognitionError(
          .customCatalogInvalid,
          "The catalog was written by a newer version of soundwatch (format \(version); this one "
            + "reads \(Self.version)).")
      }
      rest = rest.dropFirst(Self.headerLength)
      length = Self.headerLength
    }
    var changes: [StoreChange] = []
    while rest.count >= Self.frameLength {
      let size = UInt64(littleEndianBytes: rest.prefix(8))
      let checksum = UInt64(littleEndianBytes: rest.dropFirst(8).prefix(8))
      guard size <= UInt64(rest.count - Self.frameLength) else { break }
      let content = rest.dropFirst(Self.frameLength).prefix(Int(size))
      guard CatalogChecksum.of(Array(content)) == checksum, let change = StoreChange(content)
      else { break }
      changes.append(change)
      rest = rest.dropFirst(Self.frameLength + Int(size))
      length += Self.frameLength + Int(size)
    }
    return changes
  }

  /// Opens the file for appending and cuts off what is no whole change.
  func openForAppending(in folder: StoreFolder) throws(RecognitionError) -> Int32 {
    let descriptor = unsafe open(folder.journal(number), O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .catalogFile("The catalog \(folder.path) cannot be opened for changes")
    }
    guard ftruncate(descriptor, off_t(length)) == 0 else {
      let error = RecognitionError.catalogFile(
        "The catalog \(folder.path) cannot be opened for changes")
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Appends a change. When this returns, the change is on the disk; when it throws, there is none.
  mutating func append(
    _ change: StoreChange, to descriptor: Int32, of folder: StoreFolder
  ) throws(RecognitionError) {
    let content = change.bytes
    var bytes: [UInt8] = []
    bytes.reserveCapacity(content.count + Self.frameLength)
    bytes.append(littleEndian: UInt64(content.count))
    bytes.append(littleEndian: CatalogChecksum.of(content))
    bytes += content
    do throws(RecognitionError) {
      try FileSink(descriptor).write(bytes, at: length)
      guard fdatasync(descriptor) == 0 else {
        throw .catalogFile("The catalog \(folder.path) cannot be written", code: .internalError)
      }
    } catch {
      _ = ftruncate(descriptor, off_t(length))
      throw RecognitionError(
        error.code, "\(error.message) Nothing was changed in \(folder.path).",
        underlying: error.underlying)
    }
    length += bytes.count
  }
}
