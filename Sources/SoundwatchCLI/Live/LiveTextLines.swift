import SoundSignal
import Synchronization

/// Writes a line for each segment and for each play of a recording to the standard output, and everything else as messages to the
/// standard error stream.
///
/// *Thread-safe*. *Blocking*.
final class LiveTextLines: LiveListener {
  private let writer: Mutex<PlainTextWriter>
  private let selection: ResultSelection
  private let output: LiveOutput
  private let messages: Messages

  init(labels: [String], selection: ResultSelection, output: LiveOutput, messages: Messages) {
    let sheet = ResultSheet(name: "", identifier: "", kind: .segments, labels: labels)
    writer = Mutex(PlainTextWriter(sheet))
    self.selection = selection
    self.output = output
    self.messages = messages
  }

  func receive(_ news: LiveNews) {
    switch news {
    case .segment(let segment) where selection.includes(segment):
      var text = TextBuffer()
      writer.withLock { $0.write(segment, to: &text) }
      output.write(text)
    case .framesLost(let count, let time):
      var text = TextBuffer()
      text.append("\(count) frames (")
      text.append(Double(count) / Double(time.sampleRate), decimals: 3)
      text.append(" s) were lost at \(clock(time)).")
      messages.warning(nil, text.string)
    case .interrupted(let reason, let time):
      messages.warning(nil, "Interrupted at \(clock(time)): \(reason)")
    case .resumed(let format, let time):
      messages.warning(nil, "Going on at \(clock(time)) with \(format).")
    case .title(let title, let time):
      if !title.isEmpty { messages.news(nil, "On air at \(clock(time)): \(title)") }
    case .music(let play, .ended, _):
      guard selection.includes(play) else { return }
      var text = TextBuffer()
      writer.withLock { $0.write(play, to: &text) }
      output.write(text)
    case .music(let play, _, let time):
      guard selection.includes(play) else { return }
      let name = play.summary.name
      messages.news(nil, "Recognized at \(clock(time)): \(name) (\(play.recognizer))")
    case .warning(let text): messages.warning(nil, text)
    case .listening(let source, let format):
      messages.note(nil, "Listening to \(source), \(format).")
    case .segment, .sound, .window, .started: break
    }
  }

  private func clock(_ time: StreamTime) -> String { clock(Milliseconds(time)) }

  private func clock(_ time: Milliseconds) -> String {
    var text = TextBuffer()
    text.append(clock: time)
    return text.string
  }
}
