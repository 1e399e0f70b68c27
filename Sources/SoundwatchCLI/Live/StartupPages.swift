internal import Glibc

/// Gives back the memory that only the start of a command needs.
///
/// Loading a program touches pages of all libraries that it could ever need, and Linux maps their
/// neighbours along: of the megabytes of code and constants that are mapped when a live command begins to
/// listen, it reads a part again. What is read again is mapped again, from the same cache and without any
/// reading from a disk.
///
/// *Thread-safe*. *Blocking* for about a millisecond.
enum StartupPages {
  /// Lets go of the code and the constants of all libraries.
  static func release() {
    for range in releasableRanges(in: Self.text(ofFile: "/proc/self/smaps")) {
      let start = unsafe UnsafeMutableRawPointer(bitPattern: range.lowerBound)
      _ = unsafe madvise(start, range.count, MADV_DONTNEED)
    }
  }

  /// The mappings of files that cannot be written to and have no page of the process's own: every page of
  /// them is the file's, so that nothing can be lost.
  /// - Parameter maps: what stands in `/proc/PID/smaps`.
  static func releasableRanges(in maps: String) -> [Range<UInt>] {
    var ranges: [Range<UInt>] = []
    var candidate: Range<UInt>?
    for line in maps.split(separator: "\n") {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      guard let first = words.first else { continue }
      if !first.hasSuffix(":") {
        candidate = isConstantFile(words) ? range(first) : nil
      } else if first == "Anonymous:", words.count > 1, words[1] == "0", let range = candidate {
        ranges.append(range)
      }
    }
    return ranges
  }

  /// Whether the head of a mapping is that of a file that is only read: `7f01-7f02 r-xp 0 fe:00 12 /lib/x`.
  private static func isConstantFile(_ words: [Substring]) -> Bool {
    words.count > 5 && (words[1] == "r--p" || words[1] == "r-xp") && words[5].hasPrefix("/")
  }

  private static func range(_ text: Substring) -> Range<UInt>? {
    let ends = text.split(separator: "-").map { UInt($0, radix: 16) }
    guard ends.count == 2, let start = ends[0], let end = ends[1], start < end else { return nil }
    return start..<end
  }

  private static func text(ofFile path: String) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(descriptor, &part, part.count)
      guard count > 0 else { break }
      bytes += part[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
