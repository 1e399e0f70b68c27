/// Writes a TextGrid for Praat, in the long text format.
///
/// An interval tier has no holes and no overlaps: what has no label gets an empty one, and each
/// interval ends where the next begins. Each channel has a tier of its own, and where music is
/// recognized, one more for what plays. The time line begins at zero, also when the analysis did not, so
/// that it fits the sound in Praat.
struct TextGridWriter: ResultWriter {
  private let separatesChannels: Bool
  private let recognizesMusic: Bool
  private var timeLine = TimeLine()
  private var plays = TimeLine()

  init(_ sheet: ResultSheet) {
    separatesChannels = sheet.separatesChannels
    recognizesMusic = sheet.recognizesMusic
  }

  mutating func write(_ row: ResultRow, to text: inout TextBuffer) { timeLine.append(row) }

  mutating func write(_ play: RecognizedPlay, to text: inout TextBuffer) {
    plays.append(ResultRow(play))
  }

  /// Lines of intervals: those of labels, then those of plays.
  private func tiers(
    channelCount: Int, until end: Milliseconds
  ) -> [(name: String, intervals: [ResultRow])] {
    let channels: [Int?] = separatesChannels ? Array(0..<max(1, channelCount)) : [nil]
    let kinds = [("", "sound", timeLine)] + (recognizesMusic ? [(" music", "music", plays)] : [])
    return kinds.flatMap { ending, name, timeLine in
      let rows = timeLine.rowsWithoutOverlap(until: end)
      return channels.map { channel in
        guard let channel else { return (name, Self.filled(rows, until: end)) }
        let own = rows.filter { $0.channel == channel }
        return ("channel \(channel)\(ending)", Self.filled(own, until: end))
      }
    }
  }

  mutating func finish(_ ending: ResultEnding, to text: inout TextBuffer) {
    // Praat refuses a time line without length.
    let end = max(ending.end, Milliseconds(1))
    let tiers = tiers(channelCount: ending.channelCount, until: end)
    text.append("File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\n")
    appendRange(.init(0), end, indent: 0, to: &text)
    text.append("tiers? <exists>\nsize = \(tiers.count)\nitem []:\n")
    for (index, (name, intervals)) in tiers.enumerated() {
      text.append("    item [\(index + 1)]:\n        class = \"IntervalTier\"\n")
      text.append("        name = \"\(name)\"\n")
      appendRange(.init(0), end, indent: 8, to: &text)
      text.append("        intervals: size = \(intervals.count)\n")
      for (number, interval) in intervals.enumerated() {
        text.append("        intervals [\(number + 1)]:\n")
        appendRange(interval.start, interval.end, indent: 12, to: &text)
        text.append("            text = \"\(Self.escaped(interval.label))\"\n")
      }
    }
  }

  private func appendRange(
    _ start: Milliseconds, _ end: Milliseconds, indent: Int, to text: inout TextBuffer
  ) {
    for (name, time) in [("xmin", start), ("xmax", end)] {
      text.append(spaces: indent)
      text.append("\(name) = ")
      text.append(seconds: time)
      text.append("\n")
    }
  }

  /// Puts intervals without a label into the holes.
  private static func filled(_ rows: [ResultRow], until end: Milliseconds) -> [ResultRow] {
    var intervals: [ResultRow] = []
    var position = Milliseconds(0)
    func hole(until next: Milliseconds) {
      guard next > position else { return }
      intervals.append(ResultRow(start: position, end: next, label: "", confidence: 0))
    }
    for row in rows {
      hole(until: row.start)
      intervals.append(row)
      position = row.end
    }
    hole(until: end)
    return intervals
  }

  private static func escaped(_ label: String) -> String {
    label.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
  }
}
