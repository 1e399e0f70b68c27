internal import Foundation
internal import SoundRecognition

/// What a catalog on disk consists of at one moment.
struct StoreContent: Sendable {
  /// A segment, and the file or the journal that it comes from.
  struct Part: Sendable {
    var part: SegmentedIndex.Part
    /// The number of the segment's file, or `nil` when the journal holds it.
    var file: UInt64?
    /// The number of the journal that has it, or `nil` when the manifest names it.
    var journal: UInt64?
  }

  var parts: [Part] = []
  var journals: [StoreJournal] = []

  var index: SegmentedIndex { SegmentedIndex(parts.map(\.part)) }

  init() {}

  /// Reads everything that a manifest names.
  init(_ manifest: StoreManifest, in folder: StoreFolder) throws(RecognitionError) {
    for segment in manifest.segments {
      let opened = try folder.openSegment(segment.number)
      var removed = ReferenceSet()
      for number in segment.removed {
        guard number < opened.referenceCount else {
          throw .damagedCatalog("its manifest removes what there is not")
        }
        removed.insert(number)
      }
      parts.append(Part(part: .init(opened, removed: removed), file: segment.number, journal: nil))
    }
    journals = manifest.journals.map { StoreJournal(number: $0) }
    try readNewChanges(in: folder)
  }

  /// Reads what was appended to the journals since.
  mutating func readNewChanges(in folder: StoreFolder) throws(RecognitionError) {
    for index in journals.indices {
      for change in try journals[index].readNewChanges(in: folder) {
        try apply(change, of: journals[index].number, in: folder)
      }
    }
  }

  /// Carries out a change of a journal.
  mutating func apply(
    _ change: StoreChange, of journal: UInt64, in folder: StoreFolder
  ) throws(RecognitionError) {
    var new: [Part] = []
    for file in change.files {
      new.append(Part(part: .init(try folder.openSegment(file)), file: file, journal: journal))
    }
    if !change.segment.isEmpty {
      let segment = try CatalogSegment(CatalogBytes(change.segment))
      new.append(Part(part: .init(segment), file: nil, journal: journal))
    }
    remove(Set(change.removed))
    parts += new
  }

  /// Marks references as removed.
  mutating func remove(_ ids: Set<UUID>) {
    guard !ids.isEmpty else { return }
    for index in parts.indices {
      for number in Self.numbers(of: ids, in: parts[index].part) {
        parts[index].part.removed.insert(number)
      }
    }
  }

  /// Those of some references that are there.
  func present(_ ids: Set<UUID>) -> Set<UUID> {
    var present: Set<UUID> = []
    for part in parts {
      for number in Self.numbers(of: ids, in: part.part) {
        present.insert(part.part.segment.id(of: number))
      }
    }
    return present
  }

  private static func numbers(
    of ids: Set<UUID>, in part: SegmentedIndex.Part
  ) -> [ReferenceNumber] {
    part.segment.references(withIDs: ids).filter { !part.removed.contains($0) }
  }

  /// The manifest of this content.
  func manifest(nextNumber: UInt64) -> StoreManifest {
    var manifest = StoreManifest()
    manifest.segments = parts.compactMap { part in
      guard let file = part.file, part.journal == nil else { return nil }
      let numbers = 0..<ReferenceNumber(part.part.segment.referenceCount)
      return StoreManifest.Segment(
        number: file, removed: numbers.filter { part.part.removed.contains($0) })
    }
    manifest.journals = journals.map(\.number)
    manifest.nextNumber = nextNumber
    return manifest
  }
}
