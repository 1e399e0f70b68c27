/// Keeps results for formats in which they may not overlap.
struct TimeLine: Sendable {
  private var rows: [ResultRow] = []

  mutating func append(_ row: ResultRow) { rows.append(row) }

  /// Appends a result, or lengthens the last one when it has the same label and both touch, so that
  /// a stream of days takes little memory.
  mutating func appendMerging(_ row: ResultRow) {
    if let last = rows.last, last.label == row.label, last.channel == row.channel,
      last.start <= row.start, row.start <= last.end
    {
      rows[rows.count - 1].end = max(last.end, row.end)
    } else {
      rows.append(row)
    }
  }

  /// The results in the order of their start, each cut where the next one of its channel begins.
  /// Results of which nothing remains are left out.
  /// - Parameter end: where the time line ends, if it does.
  func rowsWithoutOverlap(until end: Milliseconds?) -> [ResultRow] {
    let ordered = rows.enumerated().sorted {
      // Of two that begin together, the one that came first stays first.
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }.map(\.element)
    var nextStart: [Int: Milliseconds] = [:]
    var kept: [ResultRow] = []
    for row in ordered.reversed() {
      var row = row
      row.end = min(row.end, nextStart[row.channel] ?? row.end, end ?? row.end)
      if row.end > row.start {
        nextStart[row.channel] = row.start
        kept.append(row)
      }
    }
    return kept.reversed()
  }
}
