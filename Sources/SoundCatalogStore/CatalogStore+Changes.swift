public import Foundation
internal import Glibc
public import SoundRecognition
internal import Synchronization

extension CatalogStore {
  /// Adds a recording.
  /// - Throws: as ``add(_:)``.
  public func addReferenceSignature(
    _ signature: Signature, representing mediaItems: [MediaItem]
  ) throws(RecognitionError) {
    try add([CatalogReference(signature: signature, mediaItems: mediaItems)])
  }

  /// Adds recordings, all of them or, when it throws, none. Many at once take less time than one by
  /// one.
  /// - Throws: ``/SoundRecognition/RecognitionError`` when one is too short, silent or in the catalog already, when the
  ///   catalog was opened for reading, or when it cannot be written: the disk may be full.
  public func add(_ references: [CatalogReference]) throws(RecognitionError) {
    try change(removing: [], adding: references)
  }

  /// Replaces recordings by others with the same identity, all of them or, when it throws, none. What
  /// is not in the catalog yet is added.
  /// - Throws: as ``add(_:)``.
  public func update(_ references: [CatalogReference]) throws(RecognitionError) {
    try change(removing: Set(references.map(\.id)), adding: references)
  }

  /// Removes recordings.
  /// - Returns: the identities of those that were there.
  /// - Throws: ``/SoundRecognition/RecognitionError`` when the catalog was opened for reading or cannot be written.
  @discardableResult
  public func remove(_ ids: some Sequence<UUID>) throws(RecognitionError) -> Set<UUID> {
    try change(removing: Set(ids), adding: [])
  }

  /// Adds everything that a catalog's file has, except what is in this catalog already.
  /// - Throws: ``/SoundRecognition/RecognitionError`` when the file is damaged or no catalog, or as ``add(_:)``.
  public func add(from url: URL) throws(RecognitionError) {
    let catalog = CustomCatalog()
    try catalog.add(from: url)
    let parts = try catalog.index().parts
    try withWriter { (writer, published) throws(RecognitionError) in
      var files: [UInt64] = []
      for part in parts {
        var ids: Set<UUID> = []
        for number in 0..<ReferenceNumber(part.segment.referenceCount) {
          ids.insert(part.segment.id(of: number))
        }
        var new = part
        for number in part.segment.references(withIDs: published.content.present(ids)) {
          new.removed.insert(number)
        }
        let merger = try CatalogSegmentMerger([new])
        files.append(
          try writer.writeSegment(folder) { (descriptor) throws(RecognitionError) in
            try merger.write(toFile: descriptor)
          })
      }
      try append(StoreChange(removed: [], files: files), &writer, &published)
    }
  }

  @discardableResult
  private func change(
    removing ids: Set<UUID>, adding references: [CatalogReference]
  ) throws(RecognitionError) -> Set<UUID> {
    // Before anything is locked: this is most of the work.
    let segments = try Self.segments(of: references)
    let newIDs = Set(references.map(\.id))
    guard newIDs.count == references.count else {
      throw RecognitionError(
        .customCatalogInvalid, "The same recording cannot be added twice. Nothing was changed.")
    }
    return try withWriter { (writer, published) throws(RecognitionError) in
      let present = published.content.present(ids.union(newIDs))
      if let known = present.subtracting(ids).first {
        throw RecognitionError(
          .customCatalogInvalid,
          "A recording with the identity \(known) is in the catalog already; update it instead. "
            + "Nothing was changed.")
      }
      let removed = present.intersection(ids)
      if segments.isEmpty, removed.isEmpty { return [] }
      if segments.count <= 1 {
        try append(
          StoreChange(removed: Array(removed), segment: segments.first ?? []), &writer, &published)
      } else {
        var files: [UInt64] = []
        for bytes in segments {
          files.append(
            try writer.writeSegment(folder) { (descriptor) throws(RecognitionError) in
              try FileSink(descriptor).write(bytes, at: 0)
            })
        }
        try append(
          StoreChange(removed: Array(removed), files: files), &writer, &published)
      }
      return removed
    }
  }

  /// Calls `body` when this object may change the catalog.
  func withWriter<Result>(
    _ body: (inout StoreWriter, inout Published) throws(RecognitionError) -> Result
  ) throws(RecognitionError) -> Result {
    try writer.withLock { (state) throws(RecognitionError) in
      guard var writer = state else {
        throw RecognitionError(
          .internalError,
          "The catalog \(folder.path) was opened for reading and cannot be changed.")
      }
      defer { state = writer }
      // Snapshots are given out while files are written: only this thread changes what is published.
      var next = published.withLock { $0 }
      let result: Result
      do throws(RecognitionError) {
        result = try body(&writer, &next)
      } catch {
        guard !error.message.contains(folder.path) else { throw error }
        throw RecognitionError(
          error.code, "\(folder.path): \(error.message)", underlying: error.underlying)
      }
      next.index = nil
      published.withLock { $0 = next }
      return result
    }
  }

  private func append(
    _ change: StoreChange, _ writer: inout StoreWriter, _ published: inout Published
  ) throws(RecognitionError) {
    guard var journal = published.content.journals.last else {
      throw .damagedCatalog("its manifest names no journal")
    }
    var content = published.content
    try content.apply(change, of: journal.number, in: folder)
    try journal.append(change, to: writer.descriptor, of: folder)
    content.journals[content.journals.count - 1] = journal
    published.content = content
    guard Self.isMergingDue(content) else { return }
    // The change is done; if there is no room for merging, the journal grows and serves as well.
    do throws(RecognitionError) {
      try startMerging(&writer, &published)
    } catch { writer.mergeError = error }
  }

  /// Makes content the catalog's, all at once.
  func publish(
    _ content: StoreContent, _ writer: StoreWriter, _ published: inout Published
  ) throws(RecognitionError) {
    let manifest = content.manifest(nextNumber: writer.nextNumber)
    try manifest.write(folder)
    published.manifest = manifest
    published.content = content
  }

  /// Few references become one segment for the journal; many become files, each with what can be
  /// sorted in some hundred megabytes.
  private static func segments(
    of references: [CatalogReference]
  ) throws(RecognitionError) -> [[UInt8]] {
    var segments: [[UInt8]] = []
    var builder = CatalogSegmentBuilder()
    for reference in references {
      let (signature, items) = try reference.prepared()
      try builder.add(id: reference.id, signature: signature, mediaItems: items)
      if builder.postingCount >= 4 << 20 {
        segments.append(try builder.bytes())
        builder = CatalogSegmentBuilder()
      }
    }
    if builder.count > 0 { segments.append(try builder.bytes()) }
    return segments
  }
}
