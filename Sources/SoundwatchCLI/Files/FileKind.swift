internal import Glibc

/// What a path leads to.
enum FileKind: Sendable {
  case file, folder, other, missing

  /// Asks the file system.
  /// - Parameter followsFolderLinks: whether a symbolic link to a folder counts as a folder; when not,
  ///   it is something other.
  init(path: String, followsFolderLinks: Bool = true) {
    var information = stat()
    guard unsafe stat(path, &information) == 0 else {
      self = .missing
      return
    }
    switch information.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR:
      var link = stat()
      let isLink = unsafe lstat(path, &link) == 0 && link.st_mode & S_IFMT == S_IFLNK
      self = isLink && !followsFolderLinks ? .other : .folder
    default: self = .other
    }
  }
}

/// Says why a folder could not be read or made.
struct FolderError: Error {
  /// The reason in the words of the operating system.
  let reason: String

  /// Takes the reason from `errno`.
  static func current() -> FolderError { FolderError(reason: systemReason(errno)) }
}

/// The words of the operating system for an error number.
func systemReason(_ number: Int32) -> String {
  unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
}

/// Lists the names in a folder, in no order, without those that begin with a dot.
func namesInFolder(_ path: String) throws(FolderError) -> [String] {
  guard let folder = unsafe opendir(path) else { throw .current() }
  defer { unsafe closedir(folder) }
  var names: [String] = []
  while let entry = unsafe readdir(folder) {
    let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names
}

/// Makes a folder and those above it, where they are missing.
func makeFolder(_ path: String) throws(FolderError) {
  if FileKind(path: path) == .folder { return }
  if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
    try makeFolder(String(path[..<slash]))
  }
  // Another process may have been faster.
  guard unsafe mkdir(path, 0o777) == 0 || FileKind(path: path) == .folder else { throw .current() }
}

/// What makes a file the same file under two names.
struct FileIdentity: Sendable, Hashable {
  private let device: UInt64
  private let number: UInt64

  /// Asks the file system.
  /// - Returns: `nil` when there is no such file.
  init?(path: String) {
    var information = stat()
    guard unsafe stat(path, &information) == 0 else { return nil }
    device = UInt64(information.st_dev)
    number = UInt64(information.st_ino)
  }
}
