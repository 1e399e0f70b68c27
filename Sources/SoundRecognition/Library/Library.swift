internal import Dispatch
public import Foundation
public import Observation
internal import Synchronization

/// What an application has recognized, kept on disk from one run to the next.
///
/// Each application has a library of its own, in the folder `soundwatch/library` of `XDG_DATA_HOME`;
/// several processes of one application share it. Adding and removing change all of what they are given
/// or nothing, whatever happens meanwhile.
///
/// *Thread-safe*. Changes by this process are seen by Observation; those of other processes are there at
/// the next look.
public final class Library: Sendable, Observable {
  /// Which items a library takes.
  public enum AcceptedItems: Sendable, Hashable {
    /// Every item.
    case all
    /// Only items whose ``MediaItem/shazamID`` is a number, which is ShazamKit's rule.
    case withNumericShazamID
  }

  /// The library of this program, under its name.
  public static let `default` = Library()

  /// Which items the library takes.
  public let acceptedItems: AcceptedItems

  private let file: LibraryFile
  private let queue = DispatchQueue(label: "soundwatch.library", qos: .userInitiated)
  private let registrar = ObservationRegistrar()
  private let known = Mutex<Known?>(nil)

  private struct Known: Sendable {
    var entries: [LibraryEntry]
    /// The state of the file that they are from.
    var stamp: LibraryFile.Stamp?
  }

  /// Makes a library; nothing is read or written yet.
  /// - Parameters:
  ///   - application: whose library it is; the name of the running program by default. What a file name
  ///     cannot hold is replaced.
  ///   - folder: where libraries are kept; `soundwatch/library` in `XDG_DATA_HOME` by default, or in
  ///     `~/.local/share`.
  ///   - acceptedItems: which items it takes.
  public init(
    application: String? = nil, folder: URL? = nil, acceptedItems: AcceptedItems = .all
  ) {
    self.acceptedItems = acceptedItems
    let application = application ?? ProcessInfo.processInfo.processName
    let name = String(
      application.unicodeScalars.map { scalar in
        CharacterSet.alphanumerics.contains(scalar) || "._-".unicodeScalars.contains(scalar)
          ? Character(scalar) : "_"
      }.prefix(100))
    // A name that begins with a dot would be hidden, or be no name at all.
    file = LibraryFile(
      folder: folder ?? Self.defaultFolder(in: ProcessInfo.processInfo.environment),
      name: name.isEmpty || name.hasPrefix(".") ? "_" + name : name)
  }

  static func defaultFolder(in environment: [String: String]) -> URL {
    // The specification says that a path that is not absolute is to be ignored.
    let data = environment["XDG_DATA_HOME"].flatMap { path in
      path.hasPrefix("/") ? URL(fileURLWithPath: path) : nil
    }
    let home = FileManager.default.homeDirectoryForCurrentUser
    return (data ?? home.appendingPathComponent(".local/share"))
      .appendingPathComponent("soundwatch/library")
  }

  /// Everything that was recognized, the oldest first. Observable.
  ///
  /// *Blocking*: reads from disk if the library has changed.
  public var entries: [LibraryEntry] {
    get throws(RecognitionError) {
      registrar.access(self, keyPath: \.revision)
      let stamp = file.stamp
      if let entries = known.withLock({ $0?.stamp == stamp ? $0?.entries : nil }) { return entries }
      let entries = try file.read()
      // The stamp is from before reading: at worst the next look reads once more.
      known.withLock { $0 = Known(entries: entries, stamp: stamp) }
      return entries
    }
  }

  /// The items that were recognized, each once, the oldest first. Observable. Empty if the library cannot
  /// be read; ``entries`` says why.
  @MainActor public var items: [MediaItem] {
    var seen: Set<UUID> = []
    return ((try? entries) ?? []).map(\.item).filter { seen.insert($0.id).inserted }
  }

  /// Adds items, recognized now.
  /// - Throws: ``RecognitionError`` with the code ``RecognitionError/Code/mediaLibrarySyncFailed`` when
  ///   one of them cannot be added. None is, then.
  public func addItems(_ items: [MediaItem]) async throws(RecognitionError) {
    try await add(items.map { LibraryEntry($0) })
  }

  /// Removes items, however often they were recognized.
  /// - Throws: ``RecognitionError`` with the code ``RecognitionError/Code/mediaLibrarySyncFailed`` when
  ///   one of them is not in the library. None is removed, then.
  public func removeItems(_ items: [MediaItem]) async throws(RecognitionError) {
    let ids = Set(items.map(\.id))
    try await remove(ids, named: "item") { $0.item.id }
  }

  /// Adds what was recognized.
  /// - Throws: as ``addItems(_:)``.
  public func add(_ entries: [LibraryEntry]) async throws(RecognitionError) {
    for entry in entries { try check(entry.item) }
    try await update { (kept) throws(RecognitionError) in kept += entries }
  }

  /// Removes entries.
  /// - Throws: as ``removeItems(_:)``.
  public func remove(_ entries: [LibraryEntry]) async throws(RecognitionError) {
    try await remove(Set(entries.map(\.id)), named: "entry") { $0.id }
  }

  /// Removes everything.
  public func removeAll() async throws(RecognitionError) {
    try await update { (entries) throws(RecognitionError) in entries = [] }
  }

  /// Stands for the content: what a key path may name from any thread.
  private var revision: Int { 0 }

  private func check(_ item: MediaItem) throws(RecognitionError) {
    do {
      try item.checkIsStorable()
    } catch {
      throw RecognitionError(.mediaLibrarySyncFailed, error.message, underlying: error)
    }
    guard acceptedItems == .withNumericShazamID else { return }
    let id = item.shazamID ?? ""
    guard !id.isEmpty, id.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else {
      throw RecognitionError(
        .mediaLibrarySyncFailed,
        "This library takes only items with a numeric Shazam ID; “\(item.title ?? "an item")” has none."
      )
    }
  }

  private func remove(
    _ ids: Set<UUID>, named name: String, _ id: @escaping @Sendable (LibraryEntry) -> UUID
  ) async throws(RecognitionError) {
    try await update { (entries) throws(RecognitionError) in
      let missing = ids.subtracting(entries.map(id))
      guard missing.isEmpty else {
        throw RecognitionError(
          .mediaLibrarySyncFailed,
          "Nothing was removed: \(missing.count) of \(ids.count) \(name)s are not in this library.")
      }
      entries.removeAll { ids.contains(id($0)) }
    }
  }

  private func update(
    _ change: @escaping @Sendable (inout [LibraryEntry]) throws(RecognitionError) -> Void
  ) async throws(RecognitionError) {
    let result = await withCheckedContinuation { continuation in
      // Waiting for the disk and for other processes is nothing for Swift's own threads.
      queue.async { [self] in
        continuation.resume(
          returning: Result { () throws(RecognitionError) in try file.update(change) })
      }
    }
    try result.get()
    registrar.withMutation(of: self, keyPath: \.revision) {
      // Forgotten rather than replaced: another process may have written since.
      known.withLock { $0 = nil }
    }
  }
}
