#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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

  /// The declared size of the `data` chunk.
  /// - Returns: `nil` when the file has none, or one that means "until the end".
  static func dataByteCount(path: String) -> Int64? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: headByteCount)
    let count = unsafe head.withUnsafeMutableBytes {
      unsafe read(descriptor, $0.baseAddress, $0.count)
    }
    return count > 0 ? dataByteCount(head: head.prefix(count)) : nil
  }

  /// The same for the first bytes of a file.
  static func dataByteCount(head: ArraySlice<UInt8>) -> Int64? {
    let kind = text(head, 0)
    guard kind == "RIFF" || kind == "RF64" || kind == "BW64", text(head, 8) == "WAVE" else {
      return nil
    }
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
