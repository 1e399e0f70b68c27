import SoundSignal

/// Writes a JSON object for each piece of news, a line each, as soon as it is known.
///
/// *Thread-safe*. *Blocking*.
final class LiveJSONLines: LiveListener {
  private let selection: ResultSelection
  private let segmentRow: JSONRow
  private let windowRow: JSONRow
  private let writesWindows: Bool
  private let output: LiveOutput

  init(
    labels: [String], selection: ResultSelection, writesWindows: Bool,
    output: LiveOutput
  ) {
    self.selection = selection
    self.writesWindows = writesWindows
    self.output = output
    segmentRow = JSONRow(
      ResultSheet(name: "", identifier: "", kind: .segments, labels: labels))
    windowRow = JSONRow(ResultSheet(name: "", identifier: "", kind: .windows, labels: labels))
  }

  func receive(_ news: LiveNews) {
    switch news {
    case .listening(let source, let format):
      write("listening") { text in
        text.append(",\"source\":")
        text.append(json: source)
        append(format, to: &text)
      }
    case .started(let label, let time):
      guard selection.includes(label: label) else { return }
      write("started", at: time) { text in
        text.append(",\"label\":")
        text.append(json: label)
      }
    case .segment(let row) where selection.includes(row):
      write("segment") { text in
        text.append(",")
        segmentRow.append(row, to: &text)
      }
    case .window(let row) where writesWindows && selection.includes(row):
      write("window") { text in
        text.append(",")
        windowRow.append(row, to: &text)
      }
    case .framesLost(let count, let time):
      write("framesLost", at: Milliseconds(time)) { $0.append(",\"frames\":\(count)") }
    case .interrupted(let reason, let time):
      write("interrupted", at: Milliseconds(time)) { text in
        text.append(",\"reason\":")
        text.append(json: reason)
      }
    case .resumed(let format, let time):
      write("resumed", at: Milliseconds(time)) { append(format, to: &$0) }
    case .title(let title, let time):
      write("title", at: Milliseconds(time)) { text in
        text.append(",\"title\":")
        text.append(json: title)
      }
    case .music(let play, let stage, let time):
      guard selection.includes(play) else { return }
      switch stage {
      case .started: write("musicStarted", at: time) { append(play, to: &$0) }
      case .updated: write("musicUpdated", at: time) { append(play, to: &$0) }
      case .ended:
        write("music") { text in
          text.append(",")
          text.append(membersOf: play)
        }
      }
    case .warning(let message):
      write("warning") { text in
        text.append(",\"message\":")
        text.append(json: message)
      }
    case .segment, .window, .sound: break
    }
  }

  /// The last line.
  static func line(of summary: LiveSummary) -> TextBuffer {
    var text = TextBuffer()
    text.append("{\"event\":\"summary\",")
    text.append(summary.json())
    text.append("}\n")
    return text
  }

  /// What is known of a recording that has not ended.
  private func append(_ play: RecognizedPlay, to text: inout TextBuffer) {
    text.append(",")
    text.append(membersOf: play, isOver: false)
  }

  private func append(_ format: PCMFormat, to text: inout TextBuffer) {
    text.append(",\"sampleRate\":\(format.sampleRate),\"channels\":\(format.channelCount)")
    text.append(",\"sampleFormat\":")
    text.append(json: format.sampleFormat.rawValue)
  }

  private func write(
    _ event: String, at time: Milliseconds? = nil, _ appendMembers: (inout TextBuffer) -> Void
  ) {
    var text = TextBuffer()
    text.append("{\"event\":\"\(event)\"")
    if let time {
      text.append(",\"time\":")
      text.append(seconds: time)
    }
    appendMembers(&text)
    text.append("}\n")
    output.write(text)
  }
}
