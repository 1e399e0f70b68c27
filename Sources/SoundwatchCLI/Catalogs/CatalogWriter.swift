import Foundation
import SoundRecognition

/// Takes recordings into a catalog, so that little is lost when the command is interrupted.
///
/// A store has what it was given. For a file, what is new is first put into small catalogs in a folder
/// beside it, `NAME.partial`, where the next run finds it. When all is there, the file is written anew
/// and the folder goes away.
///
/// *Confined*. *Blocking*.
final class CatalogWriter {
  private let opened: OpenedCatalog
  private let folder: URL
  private var parts: [URL]
  private var pending: [CatalogReference] = []
  private var lastSaved = ContinuousClock.now
  /// The identities of what is in the parts.
  private var savedIDs: Set<UUID> = []
  /// What is saved but not yet in the file.
  private(set) var saved: [OpenedCatalog.Entry] = []

  /// An interruption costs so much work at the most.
  private static let longestWait = Duration.seconds(10)
  private static let largestPart = 256

  /// Finds what an interrupted run left.
  init(_ opened: OpenedCatalog, beginsAnew: Bool) throws {
    self.opened = opened
    var path = opened.path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    folder = URL(fileURLWithPath: path + ".partial")
    if beginsAnew { try? FileManager.default.removeItem(at: folder) }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    parts = names.filter { $0.hasSuffix("." + CustomCatalog.fileExtension) }.sorted()
      .map { [folder] in folder.appendingPathComponent($0) }
    // A part that cannot be read was being written; its recordings are read once more.
    parts = parts.filter { part in
      guard let entries = try? OpenedCatalog(part.path).entries() else { return false }
      saved += entries
      savedIDs.formUnion(entries.map(\.id))
      return true
    }
  }

  /// Takes a recording.
  func append(_ reference: CatalogReference) throws {
    pending.append(reference)
    if pending.count >= Self.largestPart || ContinuousClock.now - lastSaved >= Self.longestWait {
      try save()
    }
  }

  /// Puts what was taken into safety.
  func save() throws {
    lastSaved = .now
    guard !pending.isEmpty else { return }
    if opened.isStore {
      try opened.apply(OpenedCatalog.Change(replaced: pending))
      pending = []
      return
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let number = (parts.last.flatMap { Int($0.deletingPathExtension().lastPathComponent) } ?? 0) + 1
    var name = TextBuffer()
    name.append(Int64(number), digits: 6)
    let part = folder.appendingPathComponent(
      name.string + "." + CustomCatalog.fileExtension)
    let catalog = CustomCatalog()
    for reference in pending { try catalog.add(reference) }
    try catalog.write(to: part)
    parts.append(part)
    savedIDs.formUnion(pending.map(\.id))
    pending = []
  }

  /// Writes the catalog.
  /// - Parameters:
  ///   - known: the identities of the recordings that the file has.
  ///   - change: what else is to change.
  func finish(known: Set<UUID>, _ change: OpenedCatalog.Change) throws {
    if opened.isStore {
      try save()
      return try opened.apply(change)
    }
    if parts.isEmpty || !change.isEmpty || !known.isDisjoint(with: savedIDs) {
      // Few, or to be mixed with what is there.
      try finishInMemory(known: known, change)
    } else {
      try save()
      try opened.add(parts)
    }
    parts = []
    try? FileManager.default.removeItem(at: folder)
  }

  private func finishInMemory(known: Set<UUID>, _ change: OpenedCatalog.Change) throws {
    var change = change
    let new = try parts.flatMap { try OpenedCatalog($0.path).references() } + pending
    // Of the same recording, read twice, the later one counts.
    for reference in Dictionary(new.map { ($0.id, $0) }, uniquingKeysWith: { $1 }).values
    where known.contains(reference.id) {
      change.replaced.append(reference)
    }
    change.added += new.filter { !known.contains($0.id) }
    pending = []
    if !change.isEmpty || FileKind(path: opened.path) == .missing { try opened.apply(change) }
  }
}
