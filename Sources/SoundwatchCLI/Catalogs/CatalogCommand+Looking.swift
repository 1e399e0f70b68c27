import Foundation
import SoundRecognition

extension CatalogCommand {
  /// `soundwatch catalog display`.
  func display() throws -> Bool {
    let opened = try OpenedCatalog(try catalogPath())
    let entries = try opened.entries().map { entry in
      var entry = entry
      if !options.selection.isEmpty { entry.items.removeAll { !options.selection.contains($0) } }
      return entry
    }.filter { options.selection.isEmpty || !$0.items.isEmpty }
    var text = TextBuffer()
    switch options.format {
    case .csv:
      text.append(
        String(
          decoding: MediaItemTable(entries.flatMap(\.items).map { .init($0) }).csv, as: UTF8.self))
    case .json:
      text.append("{\"recordings\":[")
      for (index, entry) in entries.enumerated() {
        text.append(index > 0 ? ",\n{\"duration\":" : "\n{\"duration\":")
        text.append(seconds: Milliseconds(seconds: entry.duration))
        text.append(",\"items\":")
        text.append(json: entry.items)
        text.append("}")
      }
      text.append("\n]}\n")
    default:
      for entry in entries {
        text.append(clock: Milliseconds(seconds: entry.duration), width: 13)
        text.append("  \(ItemSummary(entry.items).name)\n")
        for item in entry.items {
          text.append(spaces: 15)
          text.append(item.id.uuidString)
          text.append("  \((item[.source] as? String ?? item.title ?? "").withoutControls)\n")
        }
      }
    }
    try write(text)
    return true
  }

  /// `soundwatch catalog stats`.
  func showStatistics() throws -> Bool {
    let path = try catalogPath()
    let opened = try OpenedCatalog(path)
    let statistics = CatalogStatistics(try opened.entries())
    let size = try opened.size()
    let hours = statistics.duration / 3600
    let queries = (
      opened.catalog.minimumQuerySignatureDuration, opened.catalog.maximumQuerySignatureDuration
    )
    var text = TextBuffer()
    if options.format == .json {
      text.append("{\"catalog\":")
      text.append(json: path)
      text.append(",\"recordings\":\(statistics.recordingCount)")
      text.append(",\"items\":\(statistics.itemCount),\"duration\":")
      text.append(seconds: Milliseconds(seconds: statistics.duration))
      text.append(",\"longest_duration\":")
      text.append(seconds: Milliseconds(seconds: statistics.longestDuration))
      text.append(",\"bytes\":\(size),\"minimum_query_duration\":")
      text.append(seconds: Milliseconds(seconds: queries.0))
      text.append(",\"maximum_query_duration\":")
      text.append(seconds: Milliseconds(seconds: queries.1))
      text.append("}\n")
    } else {
      text.append("recordings   \(statistics.recordingCount)\n")
      text.append("media items  \(statistics.itemCount)\n")
      text.append("sound        ")
      text.append(clockSeconds: UInt64(statistics.duration.rounded()))
      text.append(", the longest ")
      text.append(clockSeconds: UInt64(statistics.longestDuration.rounded()))
      text.append("\nsize         ")
      text.append(Double(size) / 1e6, decimals: 2)
      text.append(" MB")
      if hours > 0 {
        text.append(", ")
        text.append(Double(size) / 1e6 / hours, decimals: 2)
        text.append(" MB for an hour")
      }
      text.append("\nqueries      ")
      text.append(queries.0, decimals: 0)
      text.append(" to ")
      text.append(queries.1, decimals: 0)
      text.append(" s\n")
    }
    try write(text)
    return true
  }

  /// `soundwatch catalog verify`.
  func verify() throws -> Bool {
    let path = try catalogPath()
    // Opening compares the checksums.
    let opened = try OpenedCatalog(path)
    try opened.verify()
    let entries = try opened.entries()
    let pairs = try SharedSound(opened, run: run, jobs: options.jobs)
      .search(for: Set(entries.map(\.id)), thoroughly: true)
    if run.cancellation.isCancelled { return false }
    var text = TextBuffer()
    switch options.format {
    case .json:
      text.append("{\"catalog\":")
      text.append(json: path)
      text.append(",\"recordings\":\(entries.count),\"shared\":[")
      for (index, pair) in pairs.enumerated() {
        text.append(index > 0 ? ",\n  " : "\n  ")
        pair.append(json: &text)
      }
      text.append("]}\n")
    case .csv:
      text.append("first,second,shared,duplicate\n")
      for pair in pairs { pair.append(csv: &text) }
    default:
      text.append("\(path): ")
      CatalogStatistics(entries).append(to: &text)
      text.append(", undamaged\n")
      for pair in pairs { text.append("  \(pair.firstName): \(pair.explanation)\n") }
    }
    try write(text)
    return true
  }
}
