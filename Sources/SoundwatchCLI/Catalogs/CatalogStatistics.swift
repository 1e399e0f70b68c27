/// How much a catalog holds.
///
/// *Thread-safe*: a value.
struct CatalogStatistics: Sendable, Hashable {
  var recordingCount = 0
  var itemCount = 0
  /// Of all recordings together, in seconds.
  var duration = 0.0
  /// Of the longest recording, in seconds.
  var longestDuration = 0.0

  init(_ entries: [OpenedCatalog.Entry]) {
    recordingCount = entries.count
    itemCount = entries.reduce(0) { $0 + $1.items.count }
    duration = entries.reduce(0) { $0 + $1.duration }
    longestDuration = entries.map(\.duration).max() ?? 0
  }

  /// Appends a sentence for people.
  func append(to text: inout TextBuffer) {
    text.append(recordingCount == 1 ? "1 recording, " : "\(recordingCount) recordings, ")
    text.append(clockSeconds: UInt64(duration.rounded()))
    text.append(" of sound")
  }
}
