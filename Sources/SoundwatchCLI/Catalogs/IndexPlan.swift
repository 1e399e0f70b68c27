import Foundation
import SoundRecognition

/// What has to be done so that a catalog holds some inputs.
///
/// *Thread-safe*: a value.
struct IndexPlan: Sendable {
  /// A recording that a catalog has.
  struct Known: Sendable {
    var id: UUID
    var items: [MediaItem]

    init(id: UUID, items: [MediaItem]) {
      self.id = id
      self.items = items
    }
  }

  /// An input that has to be read.
  struct Task: Sendable {
    var input: Input
    var stamp: SourceStamp?
    /// What the user says of it; nothing when its tags are to tell.
    var items: [MediaItem]
    /// The identity of the recording in whose place it goes.
    var replaces: UUID?
  }

  private(set) var tasks: [Task] = []
  /// How many inputs the catalog holds as they are.
  private(set) var unchangedCount = 0
  /// Recordings that stay, with the items that they get.
  private(set) var newItems: [(id: UUID, items: [MediaItem])] = []

  /// - Parameters:
  ///   - inputs: the inputs.
  ///   - known: what the catalog has.
  ///   - assignment: what the user says of the inputs.
  ///   - renewsItems: whether that replaces what the catalog says.
  ///   - stamp: tells the state of a file.
  init(
    _ inputs: [Input], known: [Known], assignment: MediaItemAssignment, renewsItems: Bool,
    stamp: (Input) -> SourceStamp?
  ) {
    var bySource: [String: Known] = [:]
    var byItem: [UUID: Known] = [:]
    for recording in known {
      for item in recording.items {
        byItem[item.id] = recording
        if let source = item[.source] as? String { bySource[source] = recording }
      }
    }
    var seen: Set<String> = []
    for input in inputs where seen.insert(input.name).inserted {
      let stamp = stamp(input)
      let items = assignment[input.name]
      // Items that were exported keep their identity and their old source.
      let old = bySource[input.name] ?? items.lazy.compactMap { byItem[$0.id] }.first
      guard let old else {
        tasks.append(Task(input: input, stamp: stamp, items: items))
        continue
      }
      if bySource[input.name] != nil, !Self.isCurrent(old, stamp) {
        tasks.append(Task(input: input, stamp: stamp, items: items, replaces: old.id))
      } else if renewsItems, !items.isEmpty {
        newItems.append((old.id, items.map { $0.adding(source: input.name, stamp: stamp) }))
      } else {
        unchangedCount += 1
      }
    }
    if renewsItems { renew(assignment.rest, bySource: bySource, byItem: byItem) }
  }

  /// The rows that say nothing of any input nor of anything in the catalog.
  private(set) var strayRows: [MediaItemTable.Row] = []

  /// Whether a recording was made from its file as it is now. What has no stamp never changes.
  private static func isCurrent(_ known: Known, _ stamp: SourceStamp?) -> Bool {
    let old = known.items.lazy.compactMap { $0[.sourceStamp] as? String }.first
    return old == nil || stamp == nil || old == stamp?.text
  }

  /// Takes rows that are about recordings of the catalog.
  private mutating func renew(
    _ rows: [MediaItemTable.Row], bySource: [String: Known], byItem: [UUID: Known]
  ) {
    var changed: [UUID: [MediaItem]] = [:]
    var replaced: Set<UUID> = []
    for row in rows {
      if row.hasOwnID, let old = byItem[row.item.id] {
        let items = changed[old.id] ?? old.items
        changed[old.id] = items.map { $0.id == row.item.id ? row.item.keepingSource(of: $0) : $0 }
      } else if let source = row.signature ?? row.item[.source] as? String,
        let old = bySource[source]
      {
        // The first of its rows takes the place of all items, the others follow.
        let before = replaced.insert(old.id).inserted ? [] : changed[old.id] ?? []
        let model = old.items.first
        changed[old.id] = before + [model.map(row.item.keepingSource) ?? row.item]
      } else {
        strayRows.append(row)
      }
    }
    newItems += changed.sorted { $0.key.uuidString < $1.key.uuidString }.map { ($0.key, $0.value) }
  }
}

extension MediaItem {
  /// The item with the file that its recording was made from, unless it names one already.
  func adding(source: String, stamp: SourceStamp?) -> MediaItem {
    var values = values
    guard values[.source] == nil else { return self }
    values[.source] = .string(source)
    values[.sourceStamp] = stamp.map { .string($0.text) }
    return MediaItem(values: values, id: id)
  }

  /// The item with the source of another one, unless it names one already.
  func keepingSource(of other: MediaItem) -> MediaItem {
    guard values[.source] == nil else { return self }
    var values = values
    for property in [MediaItemProperty.source, .sourceStamp] {
      values[property] = other.values[property]
    }
    return MediaItem(values: values, id: id)
  }
}
