internal import Glibc

/// Where a segment is written to: memory, or a file.
protocol SegmentSink {
  /// Writes bytes at a place. The place may lie behind what was written so far.
  mutating func write(_ bytes: [UInt8], at offset: Int) throws(RecognitionError)
}

/// Keeps a segment in memory.
struct MemorySink: SegmentSink {
  private(set) var bytes: [UInt8]

  init(length: Int) { bytes = [UInt8](repeating: 0, count: length) }

  mutating func write(_ bytes: [UInt8], at offset: Int) {
    self.bytes.replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }
}

/// Writes a segment to a file.
package struct FileSink: SegmentSink {
  private let descriptor: Int32

  /// - Parameter descriptor: a file that is open for writing, and stays open.
  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  package func write(_ bytes: [UInt8], at offset: Int) throws(RecognitionError) {
    var done = 0
    while done < bytes.count {
      let length = unsafe bytes.withUnsafeBytes { bytes in
        unsafe pwrite(
          descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done,
          off_t(offset + done))
      }
      guard length >= 0 else {
        if errno == EINTR { continue }
        throw .catalogFile("The catalog cannot be written", code: .internalError)
      }
      done += length
    }
  }
}

/// Writes one section of a segment from front to back.
struct SectionWriter {
  private var buffer: [UInt8] = []
  private var offset: Int
  private var checksum = CatalogChecksum()
  private static let bufferLength = 1 << 20

  /// - Parameter offset: where the section begins in the file.
  init(at offset: Int) { self.offset = offset }

  mutating func append(_ bytes: [UInt8], to sink: inout some SegmentSink) throws(RecognitionError) {
    buffer += bytes
    if buffer.count >= Self.bufferLength { try flush(to: &sink) }
  }

  /// Completes the section.
  /// - Returns: its checksum.
  mutating func finish(to sink: inout some SegmentSink) throws(RecognitionError) -> UInt64 {
    try flush(to: &sink)
    return checksum.value
  }

  private mutating func flush(to sink: inout some SegmentSink) throws(RecognitionError) {
    unsafe buffer.withUnsafeBytes { unsafe checksum.update($0) }
    try sink.write(buffer, at: offset)
    offset += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }
}
