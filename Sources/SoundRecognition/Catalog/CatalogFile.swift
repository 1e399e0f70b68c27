internal import Foundation
internal import Glibc

/// Opens and replaces files of catalogs.
package enum CatalogFile {
  static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Opens a file that must exist.
  package static func openForReading(_ path: String) throws(RecognitionError) -> Int32 {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .catalogFile("The catalog cannot be opened", code: .customCatalogInvalidURL)
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw RecognitionError(.customCatalogInvalidURL, "The catalog is not a file.")
    }
    return descriptor
  }

  /// Writes a file under another name, makes sure that it is on the disk, and only then gives it its
  /// name. When that fails, nothing has changed.
  package static func replace(
    _ path: String, _ write: (_ descriptor: Int32) throws(RecognitionError) -> Void
  ) throws(RecognitionError) {
    let temporary = "\(path).\(getpid())-\(UInt32.random(in: 0 ... .max)).part"
    let descriptor = unsafe open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw .catalogFile("\(path) cannot be written", code: .internalError)
    }
    defer { close(descriptor) }
    do throws(RecognitionError) {
      try write(descriptor)
      guard fsync(descriptor) == 0, unsafe rename(temporary, path) == 0 else {
        throw .catalogFile("\(path) cannot be written", code: .internalError)
      }
      try synchronizeFolder(of: path)
    } catch {
      unsafe unlink(temporary)
      throw error
    }
  }

  /// Makes sure that the names of files in a folder are on the disk.
  package static func synchronizeFolder(of path: String) throws(RecognitionError) {
    let folder = unsafe open(
      URL(filePath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else {
      throw .catalogFile("\(path) cannot be written", code: .internalError)
    }
    defer { close(folder) }
    // Some file systems cannot do this, and say EINVAL; they keep names in order without.
    guard fsync(folder) == 0 || errno == EINVAL else {
      throw .catalogFile("\(path) cannot be written", code: .internalError)
    }
  }
}
