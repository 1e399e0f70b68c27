import Foundation
import SoundRecognition

extension CatalogCommand {
  /// `soundwatch catalog remove`.
  func remove() throws -> Bool {
    let path = try catalogPath()
    guard !options.selection.isEmpty else {
      throw UsageError(
        "Say what to remove: --id, --title, --artist or --source.", command: verb.name)
    }
    let opened = try OpenedCatalog(path, changes: true)
    var change = OpenedCatalog.Change()
    var itemCount = 0
    let index = try opened.index()
    for entry in try opened.entries() {
      let kept = entry.items.filter { !options.selection.contains($0) }
      itemCount += entry.items.count - kept.count
      if kept.count == entry.items.count { continue }
      if kept.isEmpty {
        change.removed.insert(entry.id)
      } else {
        var reference = try index.catalogReference(entry.number)
        reference.mediaItems = kept
        change.replaced.append(reference)
      }
    }
    guard itemCount > 0 else { throw CommandFailure(path, "There is no such item in the catalog.") }
    try opened.apply(change)
    run.messages.note(path, "\(itemCount) items removed, \(change.removed.count) recordings.")
    return true
  }

  /// `soundwatch catalog merge`.
  func merge() throws -> Bool {
    let path = try outputPath()
    let paths = options.catalogs + options.inputs
    guard paths.count > 1 else {
      throw UsageError("Name two catalogs or more.", command: verb.name)
    }
    guard FileKind(path: path) == .missing || options.replacesOutput else {
      throw CommandFailure(path, "There is such a file already; --force replaces it.")
    }
    var change = OpenedCatalog.Change()
    var ids: Set<UUID> = []
    var sources: [String: Signature] = [:]
    for path in paths {
      for reference in try OpenedCatalog(path).references() {
        let source = reference.mediaItems.lazy.compactMap { $0[.source] as? String }.first
        let isKnown =
          !ids.insert(reference.id).inserted
          || source.map { sources[$0] == reference.signature } == true
        if isKnown {
          run.messages.note(path, "\(ItemSummary(reference.mediaItems).name) is there already.")
          continue
        }
        if let source { sources[source] = reference.signature }
        change.added.append(reference)
      }
      if run.cancellation.isCancelled { return false }
    }
    try OpenedCatalog.new(
      path, asStore: options.makesStore, replaces: FileKind(path: path) != .missing
    ).apply(change)
    if options.verbosity != .quiet {
      var text = TextBuffer()
      text.append("\(path): ")
      CatalogStatistics(try OpenedCatalog(path).entries()).append(to: &text)
      text.append("\n")
      try write(text)
    }
    return true
  }

  /// `soundwatch catalog export`.
  func export() throws -> Bool {
    let opened = try OpenedCatalog(try catalogPath())
    let folder = URL(fileURLWithPath: try outputPath())
    let tablePath = folder.appendingPathComponent("media-items.csv")
    if FileKind(path: tablePath.path) != .missing, !options.replacesOutput {
      throw CommandFailure(
        folder.path, "The folder holds an exported catalog already; --force writes over it.")
    }
    do throws(FolderError) { try makeFolder(folder.path) } catch {
      throw CommandFailure(folder.path, "The folder cannot be made: \(error.reason).")
    }
    var table = MediaItemTable()
    var names = ExportNames()
    for reference in try opened.references() {
      let name = names.next(ItemSummary(reference.mediaItems))
      try reference.signature.dataRepresentation.write(to: folder.appendingPathComponent(name))
      table.rows += reference.mediaItems.map { .init($0, signature: name) }
      if run.cancellation.isCancelled { return false }
    }
    // Last, so that a table means that all is there.
    try table.csv.write(to: tablePath, options: .atomic)
    return true
  }

  /// `soundwatch catalog compact`.
  func compact() throws -> Bool {
    let opened = try OpenedCatalog(try catalogPath(), changes: true)
    try opened.compact()
    return true
  }
}

extension RecognitionOptions.Selection {
  /// Whether an item is meant: every kind of selection that there is holds for it.
  func contains(_ item: MediaItem) -> Bool {
    func holds<Value>(_ wanted: [Value], _ test: (Value) -> Bool) -> Bool {
      wanted.isEmpty || wanted.contains(where: test)
    }
    let source = item[.source] as? String
    return holds(ids) { $0 == item.id } && holds(titles) { $0 == item.title }
      && holds(artists) { $0 == item.artist }
      && holds(sources) { wanted in
        let folder = wanted.hasSuffix("/") ? wanted : wanted + "/"
        return source == wanted || source?.hasPrefix(folder) == true
      }
  }
}

/// Names of exported signatures: `0001 Title.swsig`.
struct ExportNames: Sendable {
  private var count = 0

  /// The name of the next file.
  mutating func next(_ summary: ItemSummary) -> String {
    count += 1
    var text = TextBuffer()
    text.append(Int64(count), digits: 4)
    // What no file system takes amiss, and no more than it takes.
    let title = summary.title.prefix(60).map { $0.isLetter || $0.isNumber ? $0 : " " }
    let words = String(title).split(separator: " ").joined(separator: " ")
    if !words.isEmpty { text.append(" \(words)") }
    return text.string + "." + SoundReader.signatureExtension
  }
}
