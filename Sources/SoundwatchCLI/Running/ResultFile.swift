import Synchronization

internal import Glibc

/// A file of results. It has its name only once it is complete; until then the name ends in
/// `.partial`.
///
/// *Thread-safe*. *Blocking*.
final class ResultFile: ResultSink {
  private let path: String
  private let descriptor: Mutex<Int32?>

  private var partialPath: String { path + ".partial" }

  /// Creates the file and the folders above it.
  init(path: String) throws(OutputError) {
    self.path = path
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      let folder = String(path[..<slash])
      do throws(FolderError) { try makeFolder(folder) } catch {
        throw .failed(name: folder, reason: error.reason)
      }
    }
    let opened = unsafe open(path + ".partial", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard opened >= 0 else { throw .failed(name: path, reason: systemReason(errno)) }
    descriptor = Mutex(opened)
  }

  deinit {
    guard let open = descriptor.withLock({ $0 }) else { return }
    close(open)
    unsafe unlink(partialPath)
  }

  func write(_ text: TextBuffer) throws(OutputError) {
    let status = descriptor.withLock { $0.map { writeAll(text.bytes, to: $0) } ?? EBADF }
    if status != 0 { throw .failed(name: path, reason: systemReason(status)) }
  }

  func finish() throws(OutputError) {
    let status = descriptor.withLock { descriptor in
      defer { descriptor = nil }
      // Closing is where a network file system tells that it could not write.
      return descriptor.map { close($0) == 0 ? 0 : errno } ?? EBADF
    }
    guard status == 0 else { throw .failed(name: path, reason: systemReason(status)) }
    guard unsafe rename(partialPath, path) == 0 else {
      let reason = systemReason(errno)
      unsafe unlink(partialPath)
      throw .failed(name: path, reason: reason)
    }
  }
}
