internal import Glibc

/// The bytes of a catalog that do not change: in memory, or in a file that is mapped into memory.
///
/// Of a large file, only the front is mapped, and the rest is read where it is needed: mapped pages
/// would count as memory of the process, and there may be ten gigabytes of them.
///
/// *Thread-safe*.
@safe package final class CatalogBytes: @unchecked Sendable {
  // @unchecked: nothing changes after `init`, and the memory lives as long as the object.

  /// The number of bytes.
  package let count: Int
  private let front: UnsafeRawBufferPointer
  /// The file that the front is a mapping of.
  private let descriptor: Int32?

  /// Keeps bytes in memory.
  package init(_ bytes: [UInt8]) {
    count = bytes.count
    descriptor = nil
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, bytes.count), alignment: 64)
    unsafe memory.copyBytes(from: bytes)
    unsafe front = UnsafeRawBufferPointer(rebasing: memory[..<bytes.count])
  }

  /// Maps a file.
  /// - Parameters:
  ///   - descriptor: the open file, which is closed with this object, or at once when it throws.
  ///   - frontLength: how much of it to map; everything when it is left out.
  package init(mapping descriptor: Int32, frontLength: Int? = nil) throws(RecognitionError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      close(descriptor)
      throw .catalogFile("The catalog cannot be read")
    }
    count = Int(status.st_size)
    let length = min(count, frontLength ?? count)
    if length == 0 {
      unsafe front = UnsafeRawBufferPointer(start: nil, count: 0)
    } else {
      let memory = unsafe mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0)
      guard unsafe memory != MAP_FAILED else {
        let error = RecognitionError.catalogFile("The catalog cannot be mapped into memory")
        close(descriptor)
        throw error
      }
      unsafe front = UnsafeRawBufferPointer(start: memory, count: length)
    }
    self.descriptor = descriptor
  }

  deinit {
    if let descriptor {
      if let base = unsafe front.baseAddress {
        unsafe munmap(UnsafeMutableRawPointer(mutating: base), front.count)
      }
      close(descriptor)
    } else {
      unsafe front.deallocate()
    }
  }

  /// Whether there is no file behind the bytes.
  package var isInMemory: Bool { descriptor == nil }

  /// How many bytes from the first on ``number(at:)`` reaches.
  package var frontLength: Int { unsafe front.count }

  /// A number in the front.
  @inline(__always)
  package func number<Number: FixedWidthInteger>(at offset: Int) -> Number {
    unsafe precondition(offset >= 0 && offset + MemoryLayout<Number>.size <= front.count)
    return unsafe Number(
      littleEndian: front.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  /// Lends some bytes.
  /// - Throws: ``RecognitionError`` when the file cannot be read.
  @inline(__always)
  package func withBytes<Result>(
    _ range: Range<Int>,
    _ body: (UnsafeRawBufferPointer) throws(RecognitionError) -> Result
  ) throws(RecognitionError) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    if unsafe range.upperBound <= front.count {
      return try unsafe body(UnsafeRawBufferPointer(rebasing: front[range]))
    }
    return try unsafe withBytesOfFile(range, body)
  }

  @inline(never)
  private func withBytesOfFile<Result>(
    _ range: Range<Int>,
    _ body: (UnsafeRawBufferPointer) throws(RecognitionError) -> Result
  ) throws(RecognitionError) -> Result {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: range.count, alignment: 16)
    defer { unsafe memory.deallocate() }
    var done = 0
    while done < range.count {
      let length = unsafe pread(
        descriptor ?? -1, memory.baseAddress?.advanced(by: done), range.count - done,
        off_t(range.lowerBound + done))
      guard length > 0 else {
        if length < 0, errno == EINTR { continue }
        throw .catalogFile("The catalog cannot be read")
      }
      done += length
    }
    return try unsafe body(UnsafeRawBufferPointer(memory))
  }
}

extension RecognitionError {
  /// A catalog whose content cannot be used.
  package static func damagedCatalog(_ what: String) -> RecognitionError {
    RecognitionError(.customCatalogInvalid, "The catalog is damaged: \(what).")
  }

  /// The system's last error, while something was done with a catalog's file.
  package static func catalogFile(
    _ what: String, code: Code = .customCatalogInvalid
  ) -> RecognitionError {
    let number = errno
    let reason = unsafe String(cString: strerror(number))
    return RecognitionError(
      code, "\(what): \(number == ENOSPC ? "the disk is full" : reason.lowercased()).",
      underlying: SystemError(number: number))
  }
}

/// A number of the system's list of errors.
package struct SystemError: Error, Hashable {
  /// As in `errno`.
  package var number: Int32

  package init(number: Int32) { self.number = number }
}
