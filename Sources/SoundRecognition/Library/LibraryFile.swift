internal import Foundation
internal import Glibc

/// The file of a library. It is always whole: changes are written beside it and put in its place in one
/// step, one process at a time.
///
/// The file holds `SWLIBR`, a version (2 bytes), and for each entry the number of its bytes (4), their
/// CRC-32 (4) and the bytes; all numbers little-endian.
///
/// *Thread-safe*: it holds nothing but the place. *Blocking*.
struct LibraryFile: Sendable {
  let folder: URL
  let name: String

  private static let magic = Array("SWLIBR".utf8) + [1, 0]

  private var path: String { folder.appendingPathComponent(name).path }
  private var lockPath: String { path + ".lock" }
  private var newPath: String { path + ".new" }

  /// Tells whether the file has changed since it was last asked.
  struct Stamp: Sendable, Equatable {
    var inode: UInt
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
  }

  /// The state of the file; `nil` when there is none.
  var stamp: Stamp? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return Stamp(
      inode: status.st_ino, size: Int64(status.st_size), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }

  /// The entries, the oldest first.
  func read() throws(RecognitionError) -> [LibraryEntry] {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch CocoaError.fileReadNoSuchFile {
      return []
    } catch {
      throw RecognitionError(
        .mediaLibrarySyncFailed, "The library \(path) cannot be read.", underlying: error)
    }
    return try entries(in: bytes)
  }

  /// Changes the entries: all of it happens, or nothing. Other processes wait meanwhile.
  func update(
    _ change: (inout [LibraryEntry]) throws(RecognitionError) -> Void
  ) throws(RecognitionError) {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw RecognitionError(
        .mediaLibrarySyncFailed, "The folder \(folder.path) cannot be made.", underlying: error)
    }
    let lock = try open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC)
    // Closing gives the lock back.
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0 {
      guard errno == EINTR else { throw failure("locked", lockPath) }
    }
    var entries = try read()
    let before = entries
    try change(&entries)
    guard entries != before else { return }
    try replace(by: try bytes(of: entries))
  }

  private func bytes(of entries: [LibraryEntry]) throws(RecognitionError) -> [UInt8] {
    var bytes = Self.magic
    for entry in entries {
      let data = try entry.dataRepresentation
      guard let count = UInt32(exactly: data.count) else {
        throw RecognitionError(
          .mediaLibrarySyncFailed, "A media item of \(data.count) bytes is too large for a library."
        )
      }
      bytes.append(littleEndian: count)
      bytes.append(littleEndian: checksum(of: data))
      bytes.append(contentsOf: data)
    }
    return bytes
  }

  private func entries(in bytes: Data) throws(RecognitionError) -> [LibraryEntry] {
    guard bytes.starts(with: Self.magic) else {
      let isNewer = bytes.starts(with: Self.magic.prefix(6))
      throw RecognitionError(
        .mediaLibrarySyncFailed,
        isNewer
          ? "The library \(path) was written by a newer version of soundwatch."
          : "The file \(path) is no library.")
    }
    var entries: [LibraryEntry] = []
    var rest = bytes.dropFirst(Self.magic.count)
    while !rest.isEmpty {
      let count = Int(UInt32(littleEndianBytes: rest.prefix(4)))
      let sum = UInt32(littleEndianBytes: rest.dropFirst(4).prefix(4))
      let data = rest.dropFirst(8).prefix(count)
      guard data.count == count, checksum(of: data) == sum else {
        throw RecognitionError(
          .mediaLibrarySyncFailed,
          "The library \(path) is damaged behind entry \(entries.count). Move it away to begin a new "
            + "one.")
      }
      entries.append(try LibraryEntry(dataRepresentation: data))
      rest = rest.dropFirst(8 + count)
    }
    return entries
  }

  private func checksum(of data: Data) -> UInt32 {
    var checksum = CRC32()
    checksum.update(data)
    return checksum.value
  }

  private func replace(by bytes: [UInt8]) throws(RecognitionError) {
    let file = try open(newPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC)
    defer { close(file) }
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe write(file, bytes.baseAddress.map { unsafe $0 + written }, bytes.count - written)
      }
      guard count >= 0 || errno == EINTR else { throw failure("written", newPath) }
      written += max(count, 0)
    }
    // On disk before the name points to it, and the name on disk before anybody is told.
    guard fsync(file) == 0 else { throw failure("written", newPath) }
    guard unsafe rename(newPath, path) == 0 else { throw failure("replaced", path) }
    let directory = try open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(directory) }
    fsync(directory)
  }

  private func open(_ path: String, _ flags: Int32) throws(RecognitionError) -> Int32 {
    let descriptor = unsafe Glibc.open(path, flags, 0o600)
    guard descriptor >= 0 else { throw failure("opened", path) }
    return descriptor
  }

  private func failure(_ verb: String, _ path: String) -> RecognitionError {
    let cause = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    return RecognitionError(
      .mediaLibrarySyncFailed,
      "The library's file \(path) cannot be \(verb): \(unsafe String(cString: strerror(errno))).",
      underlying: cause)
  }
}
