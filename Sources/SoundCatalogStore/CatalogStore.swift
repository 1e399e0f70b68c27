public import Foundation
public import SoundRecognition
internal import Synchronization

/// A catalog in a folder on disk, for many recordings and for catalogs that change while they are used.
///
/// ```swift
/// let store = try CatalogStore(at: URL(filePath: "radio.catalog"))
/// try store.addReferenceSignature(signature, representing: [item])
/// let session = try Session(catalog: store)
/// ```
///
/// One program at a time may change a catalog, and any number of programs may use it meanwhile, also
/// while it is being changed: each snapshot is the catalog as it was at one moment. A change is complete
/// and safe on the disk when the call returns; a program or a machine that dies in the middle leaves the
/// catalog as it was before. Where a change cannot be made, nothing is changed.
///
/// *Thread-safe*. *Blocking*.
public final class CatalogStore: Catalog {
  /// What a catalog is opened for.
  public enum Access: Sendable, Hashable {
    /// Only looking, also in a folder where nothing can be written. Changes that another program makes
    /// are seen by the next snapshot.
    case reading
    /// Looking and changing. A folder that is not there is made.
    case changing
  }

  /// Where the catalog is.
  public let url: URL
  /// What the catalog was opened for.
  public let access: Access
  let folder: StoreFolder
  let writer: Mutex<StoreWriter?>
  /// What this object last saw or made of the catalog.
  let published: Mutex<Published>

  struct Published {
    var manifest: StoreManifest
    var content: StoreContent
    /// Made when it is first asked for.
    var index: SegmentedIndex?
  }

  /// Opens a catalog.
  /// - Throws: ``/SoundRecognition/RecognitionError`` with the code `customCatalogInvalidURL` when there is none, or the
  ///   folder cannot be made or written; `customCatalogInvalid` when it is damaged or of a newer
  ///   version; `internalError` when another program is changing it.
  public init(at url: URL, access: Access = .changing) throws(RecognitionError) {
    guard url.isFileURL else {
      throw RecognitionError(
        .customCatalogInvalidURL, "\(url.absoluteString) is not the URL of a folder.")
    }
    self.url = url
    self.access = access
    let path = url.path
    let folder = StoreFolder(
      path: path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path)
    self.folder = folder
    if access == .changing {
      let (writer, manifest, content) = try StoreWriter.open(folder)
      self.writer = Mutex(writer)
      published = Mutex(Published(manifest: manifest, content: content))
    } else {
      writer = Mutex(nil)
      let (manifest, content) = try Self.read(folder)
      published = Mutex(Published(manifest: manifest, content: content))
    }
  }

  deinit { writer.withLock { $0?.close() } }

  /// The shortest query that can be matched, in seconds.
  public var minimumQuerySignatureDuration: TimeInterval { CatalogQueryDurations.minimum }

  /// The longest query that can be matched, in seconds. Take slices of longer signatures.
  public var maximumQuerySignatureDuration: TimeInterval { CatalogQueryDurations.maximum }

  /// The catalog as it is now, with what other programs have changed.
  public func snapshot() throws -> any CatalogSnapshot { IndexSnapshot(try index()) }

  /// The number of recordings.
  /// - Throws: ``/SoundRecognition/RecognitionError`` when the catalog cannot be read any more.
  public var count: Int {
    get throws(RecognitionError) {
      try index().parts.reduce(0) { $0 + $1.segment.referenceCount - $1.removed.count }
    }
  }

  /// What a catalog says about a recording without reading its peaks.
  ///
  /// *Thread-safe*: a value.
  public struct Entry: Sendable, Identifiable {
    /// Tells the recording from all others.
    public let id: UUID
    /// The length of the recording in seconds.
    public let duration: TimeInterval
    /// What is known about it.
    public let mediaItems: [MediaItem]
  }

  /// All recordings, the oldest first.
  /// - Throws: ``/SoundRecognition/RecognitionError`` when the catalog is damaged.
  public func entries() throws(RecognitionError) -> [Entry] {
    let index = try index()
    var entries: [Entry] = []
    for reference in index.references {
      let (part, number) = index.locate(reference)
      entries.append(
        Entry(
          id: part.segment.id(of: number), duration: part.segment.duration(of: number),
          mediaItems: try index.mediaItems(of: reference)))
    }
    return entries
  }

  /// A recording with its signature, or `nil` when there is none of this identity.
  /// - Throws: ``/SoundRecognition/RecognitionError`` when the catalog is damaged.
  public func reference(_ id: UUID) throws(RecognitionError) -> CatalogReference? {
    let index = try index()
    for part in index.parts {
      for number in part.segment.references(withIDs: [id]) where !part.removed.contains(number) {
        return try index.catalogReference(part.firstNumber + number)
      }
    }
    return nil
  }

  /// Writes everything into one file that a ``/SoundRecognition/CustomCatalog`` or another store can add. A file that is
  /// there is replaced.
  /// - Throws: ``/SoundRecognition/RecognitionError`` when it cannot be written; the disk may be full.
  public func write(to url: URL) throws(RecognitionError) {
    let merger = try CatalogSegmentMerger(try index().parts)
    try CatalogFile.replace(url.path) { (descriptor) throws(RecognitionError) in
      try merger.write(toFile: descriptor)
    }
  }

  /// Reads the whole catalog and compares it with its checksums.
  /// - Throws: ``/SoundRecognition/RecognitionError`` that says what is damaged.
  public func verify() throws(RecognitionError) {
    for part in try index().parts { try part.segment.verifyChecksums() }
  }

  /// The index of what the catalog has now.
  package func index() throws(RecognitionError) -> SegmentedIndex {
    try published.withLock { (published) throws(RecognitionError) in
      if access == .reading, try refresh(&published) { published.index = nil }
      if let index = published.index { return index }
      let index = published.content.index
      published.index = index
      return index
    }
  }

  /// Looks at what a writer did since.
  private func refresh(_ published: inout Published) throws(RecognitionError) -> Bool {
    let manifest = try StoreManifest.read(folder)
    guard manifest == published.manifest else {
      (published.manifest, published.content) = try Self.read(folder)
      return true
    }
    let partCount = published.content.parts.count
    let lengths = published.content.journals.map(\.length)
    do throws(RecognitionError) {
      try published.content.readNewChanges(in: folder)
    } catch {
      // The journal may just have become a segment.
      (published.manifest, published.content) = try Self.read(folder)
      return true
    }
    return partCount != published.content.parts.count
      || lengths != published.content.journals.map(\.length)
  }

  /// Reads the catalog while a writer may be at work: the files of one manifest may be gone when the
  /// next one is there already.
  private static func read(
    _ folder: StoreFolder
  ) throws(RecognitionError) -> (StoreManifest, StoreContent) {
    var attempts = 0
    while true {
      let manifest = try StoreManifest.read(folder)
      do throws(RecognitionError) {
        return (manifest, try StoreContent(manifest, in: folder))
      } catch {
        attempts += 1
        guard attempts < 100, try StoreManifest.read(folder) != manifest else {
          throw RecognitionError(
            error.code, "\(folder.path): \(error.message)", underlying: error.underlying)
        }
      }
    }
  }
}
