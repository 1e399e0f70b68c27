internal import Glibc

/// Finds out how many bytes of samples a WAV file claims to hold.
///
/// FFmpeg quietly believes the size of the file instead, so a download that broke off would look
/// complete.
enum WAVEHeader {
  /// The chunks in front of the samples fit in this, in files that people have.
  private static let headByteCount = 1 << 16
  /// Programs that write into a pipe cannot know the length and put something like this: `FFFFFFFF`
  /// (FFmpeg), `7FFFF000` and the like (SoX).
  private static let placeholders: ClosedRange<UInt64> = 0x7FFF_0000...0x7FFF_FFFF

  /// How many bytes say that a file is a WAV file.
  static let signatureByteCount = 12

  /// Whether a file is a WAV file by its first bytes.
  static func begins(path: String) -> Bool {
    firstBytes(signatureByteCount, path: path).map { isWAVE($0[...]) } ?? false
  }

  /// The declared size of the `data` chunk.
  /// - Returns: `nil` when the file has none, or one that means "until the end".
  static func dataByteCount(path: String) -> Int64? {
    firstBytes(headByteCount, path: path).flatMap { dataByteCount(head: $0[...]) }
  }

  /// The same for the first bytes of a file.
  static func dataByteCount(head: ArraySlice<UInt8>) -> Int64? {
    guard isWAVE(head) else { return nil }
    var longSize: UInt64?
    var offset = 12
    while let name = text(head, offset), let size = number(head, offset + 4, bytes: 4) {
      if name == "ds64" { longSize = number(head, offset + 16, bytes: 8) }
      if name == "data" {
        if size == 0xFFFF_FFFF { return longSize.flatMap { Int64(exactly: $0) } }
        return size == 0 || placeholders.contains(size) ? nil : Int64(size)
      }
      // Chunks begin at even places.
      offset += 8 + Int(size) + Int(size & 1)
    }
    return nil
  }

  /// Whether these are the first bytes of a WAV file.
  static func isWAVE(_ head: ArraySlice<UInt8>) -> Bool {
    let kind = text(head, 0)
    return (kind == "RIFF" || kind == "RF64" || kind == "BW64") && text(head, 8) == "WAVE"
  }

  private static func firstBytes(_ count: Int, path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // What is read from a pipe would be gone for whoever reads it next.
    var information = stat()
    guard unsafe fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG
    else {
      return nil
    }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, unsafe read(descriptor, buffer.baseAddress, count))
    }
  }

  private static func text(_ head: ArraySlice<UInt8>, _ offset: Int) -> String? {
    guard offset + 4 <= head.count else { return nil }
    return String(
      decoding: head[head.startIndex + offset..<head.startIndex + offset + 4], as: UTF8.self)
  }

  private static func number(_ head: ArraySlice<UInt8>, _ offset: Int, bytes: Int) -> UInt64? {
    guard offset + bytes <= head.count else { return nil }
    return (0..<bytes).reversed().reduce(0) {
      $0 << 8 | UInt64(head[head.startIndex + offset + $1])
    }
  }
}
