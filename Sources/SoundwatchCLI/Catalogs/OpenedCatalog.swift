import Foundation
import SoundCatalogStore
import SoundRecognition

/// A catalog that a command line names: a file or a store.
///
/// *Thread-safe*. *Blocking*.
struct OpenedCatalog: Sendable {
  /// One recording of the catalog, without its signature.
  struct Entry: Sendable {
    var number: UInt32
    var id: UUID
    /// In seconds.
    var duration: Double
    var items: [MediaItem]

    /// The file that it was made from.
    var source: String? { items.lazy.compactMap { $0[.source] as? String }.first }
  }

  /// What is to change in a catalog.
  struct Change: Sendable {
    /// Recordings to be taken out.
    var removed: Set<UUID> = []
    /// Recordings to be put in the place of those with the same identity.
    var replaced: [CatalogReference] = []
    /// Recordings to be added.
    var added: [CatalogReference] = []

    var isEmpty: Bool { removed.isEmpty && replaced.isEmpty && added.isEmpty }
  }

  private enum Storage: Sendable {
    case file(CustomCatalog)
    case store(CatalogStore)
  }

  let path: String
  private let storage: Storage

  /// The catalog, to be searched.
  var catalog: any Catalog {
    switch storage {
    case .file(let catalog): catalog
    case .store(let store): store
    }
  }

  /// What recognizes music by the catalog. A store is followed while another program changes it.
  func recognizer() throws -> any MusicRecognizer {
    switch storage {
    case .file(let catalog): try CatalogRecognizer(catalog, name: path)
    case .store(let store): try StoreRecognizer(store, name: path)
    }
  }

  /// Whether the catalog is a store, where every change is safe at once.
  var isStore: Bool { if case .store = storage { true } else { false } }

  /// Opens a catalog.
  /// - Parameter changes: whether it is to be changed; a store can be changed by one program at a time.
  init(_ path: String, changes: Bool = false) throws {
    self.path = path
    let url = URL(fileURLWithPath: path)
    switch FileKind(path: path) {
    case .missing:
      throw CommandFailure(path, "There is no such catalog. soundwatch catalog create makes one.")
    case .folder where FileKind(path: "\(path)/\(CustomCatalog.defaultFileName)") == .missing:
      storage = .store(try CatalogStore(at: url, access: changes ? .changing : .reading))
    case .folder, .file, .other:
      let catalog = CustomCatalog()
      try catalog.add(from: url)
      storage = .file(catalog)
    }
  }

  private init(path: String, storage: Storage) {
    self.path = path
    self.storage = storage
  }

  /// Makes a catalog that has nothing yet. A file is there when it is written for the first time.
  /// - Parameter replaces: whether there is something that goes away.
  static func new(_ path: String, asStore: Bool, replaces: Bool) throws -> OpenedCatalog {
    guard asStore || path.hasSuffix("/") || path.hasSuffix(".swstore") else {
      return OpenedCatalog(path: path, storage: .file(CustomCatalog()))
    }
    let store = try CatalogStore(at: URL(fileURLWithPath: path), access: .changing)
    if replaces { try store.remove(store.entries().map(\.id)) }
    return OpenedCatalog(path: path, storage: .store(store))
  }

  /// What the catalog holds now.
  func index() throws -> SegmentedIndex {
    switch storage {
    case .file(let catalog): try catalog.index()
    case .store(let store): try store.index()
    }
  }

  /// The recordings of the catalog.
  func entries() throws -> [Entry] {
    let index = try index()
    return try index.references.map { number in
      let (part, inPart) = index.locate(number)
      return Entry(
        number: number, id: part.segment.id(of: inPart),
        duration: part.segment.duration(of: inPart), items: try index.mediaItems(of: number))
    }
  }

  /// The recordings of the catalog, with their signatures.
  func references() throws -> [CatalogReference] {
    let index = try index()
    return try index.references.map { try index.catalogReference($0) }
  }

  /// Changes the catalog on the disk. A file is written anew, and has its name when it is complete.
  func apply(_ change: Change) throws {
    switch storage {
    case .store(let store):
      if !change.replaced.isEmpty { try store.update(change.replaced) }
      if !change.added.isEmpty { try store.add(change.added) }
      if !change.removed.isEmpty { try store.remove(change.removed) }
    case .file(let catalog):
      try changed(catalog, by: change).write(to: URL(fileURLWithPath: path))
    }
  }

  private func changed(_ catalog: CustomCatalog, by change: Change) throws -> CustomCatalog {
    if change.removed.isEmpty, change.replaced.isEmpty {
      for reference in change.added { try catalog.add(reference) }
      return catalog
    }
    let replacements = Dictionary(
      change.replaced.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let other = CustomCatalog()
    for reference in try references() where !change.removed.contains(reference.id) {
      try other.add(replacements[reference.id] ?? reference)
    }
    for reference in change.added { try other.add(reference) }
    return other
  }

  /// Adds all recordings of some files, none of which it has, to a catalog's file.
  func add(_ files: [URL]) throws {
    guard case .file(let catalog) = storage else { return }
    for file in files { try catalog.add(from: file) }
    try catalog.write(to: URL(fileURLWithPath: path))
  }

  /// How many bytes the catalog has on the disk.
  func size() throws -> Int64 {
    guard isStore else { return SourceStamp(path: path)?.size ?? 0 }
    return try namesInFolder(path).reduce(0) {
      $0 + (SourceStamp(path: "\(path)/\($1)")?.size ?? 0)
    }
  }

  /// Compares all checksums. Those of a file were compared when it was opened.
  func verify() throws { if case .store(let store) = storage { try store.verify() } }

  /// Gives back the space of what was removed.
  func compact() throws {
    switch storage {
    case .file(let catalog): try catalog.write(to: URL(fileURLWithPath: path))
    case .store(let store): try store.compact()
    }
  }
}

/// Says what made a command impossible.
struct CommandFailure: Error, Hashable {
  /// The file or folder that it is about.
  let name: String?
  let message: String

  init(_ name: String?, _ message: String) {
    self.name = name
    self.message = message
  }
}
