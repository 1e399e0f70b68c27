import Synchronization

/// How much of each label was heard, and what went wrong: what a live command says at its end.
///
/// *Thread-safe*: a value.
package struct LiveSummary: Sendable, Hashable {
  /// All labels, in the order of the table.
  package let labels: [String]
  /// How long each label was heard.
  package private(set) var durations: [String: Milliseconds] = [:]
  /// How many segments there were.
  package private(set) var segmentCount = 0
  package private(set) var framesLost: Int64 = 0
  package private(set) var interruptionCount = 0
  /// Where the time line ended.
  package private(set) var end = Milliseconds(0)

  package init(labels: [String]) { self.labels = labels }

  /// How long something was heard.
  package var heard: Milliseconds {
    durations.values.reduce(Milliseconds(0)) { Milliseconds($0.count + $1.count) }
  }

  /// The part of what was heard that a label has, 0 to 1.
  package func share(of label: String) -> Double {
    let duration = durations[label]?.count ?? 0
    return Double(duration) / Double(max(1, heard.count))
  }

  package mutating func take(_ news: LiveNews) {
    switch news {
    case .sound(_, _, let end): self.end = max(self.end, Milliseconds(end))
    case .segment(let segment):
      let length = segment.end - segment.start
      durations[segment.label, default: Milliseconds(0)].count += length.count
      segmentCount += 1
    case .framesLost(let count, _): framesLost += count
    case .interrupted: interruptionCount += 1
    default: break
    }
  }

  /// The summary for people.
  package func text(style: TerminalStyle) -> TextBuffer {
    var text = TextBuffer()
    text.append(style.bold)
    text.append(clock: heard)
    text.append(" heard\(style.off), \(segmentCount) segment\(segmentCount == 1 ? "" : "s")")
    if framesLost > 0 { text.append(", \(framesLost) frames lost") }
    if interruptionCount > 0 {
      text.append(", \(interruptionCount) interruption\(interruptionCount == 1 ? "" : "s")")
    }
    text.append("\n")
    let width = labels.map(\.utf8.count).max() ?? 0
    for (index, label) in labels.enumerated() {
      guard let duration = durations[label] else { continue }
      let ink = style.ink(for: label, at: index)
      let mark = style.mark(ink)
      text.append("  \(style.on(ink.color))\(mark)\(mark)\(mark)\(style.off)  ")
      text.append(label, width: width)
      text.append(clock: duration, width: 13)
      var share = TextBuffer()
      share.append(self.share(of: label) * 100, decimals: 0)
      share.append(" %")
      text.append(rightAligned: share, width: 8)
      text.append("\n")
    }
    return text
  }

  /// The members of the JSON object, without its braces.
  package func json() -> TextBuffer {
    var text = TextBuffer()
    text.append("\"seconds\":")
    text.append(seconds: heard)
    text.append(",\"end\":")
    text.append(seconds: end)
    text.append(",\"segments\":\(segmentCount),\"framesLost\":\(framesLost)")
    text.append(",\"interruptions\":\(interruptionCount),\"labels\":{")
    for (index, label) in labels.enumerated() {
      if index > 0 { text.append(",") }
      text.append(json: label)
      text.append(":{\"seconds\":")
      text.append(seconds: durations[label] ?? Milliseconds(0))
      text.append(",\"share\":")
      text.append(share(of: label), decimals: 4)
      text.append("}")
    }
    text.append("}")
    return text
  }
}

/// Keeps the summary up to date. *Thread-safe*.
final class LiveCount: LiveListener {
  private let state: Mutex<LiveSummary>

  init(labels: [String]) { state = Mutex(LiveSummary(labels: labels)) }

  var summary: LiveSummary { state.withLock { $0 } }

  func receive(_ news: LiveNews) { state.withLock { $0.take(news) } }
}
