public import Foundation

extension CustomCatalog {
  /// The extension of a catalog's file, without a dot.
  public static let fileExtension = "swcatalog"

  /// The name of the file in a folder that a catalog was written to.
  public static let defaultFileName = "Signatures.swcatalog"

  /// The catalog as bytes, the same on every machine.
  public var dataRepresentation: Data {
    get throws(RecognitionError) {
      let index = try index()
      if index.parts.count == 1 {
        let bytes = index.parts[0].segment.bytes
        return unsafe try bytes.withBytes(0..<bytes.count) {
          (bytes) throws(RecognitionError) in unsafe Data(bytes)
        }
      }
      return Data(try CatalogSegmentMerger(index.parts).bytes())
    }
  }

  /// Adds everything that a catalog's file has. Several files can be added, one after the other.
  ///
  /// The file is checked as a whole and then stays mapped. *Blocking*.
  /// - Parameter url: of a file, or of a folder with a file `Signatures.swcatalog`.
  /// - Throws: ``RecognitionError`` with the code `customCatalogInvalidURL` when the URL does not lead to
  ///   a file that can be read, `customCatalogInvalid` when the file is damaged, of a newer version or
  ///   no catalog.
  public func add(from url: URL) throws(RecognitionError) {
    guard url.isFileURL else {
      throw RecognitionError(
        .customCatalogInvalidURL, "\(url.absoluteString) is not the URL of a file.")
    }
    let path = CatalogFile.isFolder(url) ? url.appending(path: Self.defaultFileName).path : url.path
    let segment: CatalogSegment
    do throws(RecognitionError) {
      let bytes = try CatalogBytes(mapping: try CatalogFile.openForReading(path))
      segment = try CatalogSegment(bytes)
      try segment.verifyChecksums()
    } catch {
      throw RecognitionError(error.code, "\(path): \(error.message)", underlying: error.underlying)
    }
    try append(segment)
  }

  /// Writes the catalog to a file, or into a folder as `Signatures.swcatalog`.
  ///
  /// A file that is there is replaced when the new one is complete and safe on the disk. *Blocking*.
  /// - Throws: ``RecognitionError`` with the code `customCatalogInvalidURL` when the URL is not one of a
  ///   file in an existing folder, `internalError` when the file cannot be written: the disk is full,
  ///   for one.
  public func write(to url: URL) throws(RecognitionError) {
    guard url.isFileURL else {
      throw RecognitionError(
        .customCatalogInvalidURL, "\(url.absoluteString) is not the URL of a file.")
    }
    let target = CatalogFile.isFolder(url) ? url.appending(path: Self.defaultFileName) : url
    guard CatalogFile.isFolder(target.deletingLastPathComponent()) else {
      throw RecognitionError(
        .customCatalogInvalidURL, "\(target.deletingLastPathComponent().path) is not a folder.")
    }
    let merger = try CatalogSegmentMerger(try index().parts)
    try CatalogFile.replace(target.path) { (descriptor) throws(RecognitionError) in
      try merger.write(toFile: descriptor)
    }
  }
}
