import Foundation
import SoundRecognition

/// `soundwatch history`.
///
/// *Confined*: once in a process. *Blocking*.
struct HistoryCommand {
  private let options: RecognitionOptions
  private let run: RecognitionRun
  private let library: Library

  /// The program whose history it is when none is named.
  static let defaultApplication = "soundwatch"

  init(_ options: RecognitionOptions) throws(UsageError) {
    if let word = options.inputs.first {
      throw UsageError(
        "There is one word too many: \(word).", command: CommandSpecification.history.name)
    }
    self.options = options
    run = RecognitionRun(options)
    library = Library(application: options.application ?? Self.defaultApplication)
  }

  /// Lists or clears.
  func perform() throws(UsageError) -> ExitStatus {
    try run.status {
      let entries = try library.entries
      if options.clearsHistory {
        try Threads.wait { [library] in try await library.removeAll() }
        run.messages.note(nil, "\(entries.count) entries forgotten.")
        return true
      }
      let text = HistoryWriter(options.format).text(of: entries.suffix(options.limit ?? .max))
      if let error = OutputError(errno: writeAll(text.bytes, to: 1), name: "standard output"),
        error != .readerIsGone
      {
        throw error
      }
      return true
    }
  }
}

/// Writes what was recognized, the oldest first.
///
/// *Thread-safe*: a value.
struct HistoryWriter: Sendable {
  let format: RecognitionFormat

  init(_ format: RecognitionFormat) { self.format = format }

  func text(of entries: some Collection<LibraryEntry>) -> TextBuffer {
    var text = TextBuffer()
    if format == .csv {
      text.append("date,title,artist,source,heard,position,reference_offset,confidence\n")
    }
    if format == .json { text.append("{\"entries\":[") }
    for (index, entry) in entries.enumerated() {
      switch format {
      case .csv: append(csv: entry, to: &text)
      case .json:
        text.append(index > 0 ? ",\n" : "\n")
        append(json: entry, to: &text)
      default:
        text.append(
          "\(Self.date(entry.date))  \(ItemSummary([entry.item]).name)")
        if let heard = entry.source { text.append("  (\(heard.withoutControls))") }
        text.append("\n")
      }
    }
    if format == .json { text.append("\n]}\n") }
    return text
  }

  private static func date(_ date: Date) -> String { Date.ISO8601FormatStyle().format(date) }

  private func append(csv entry: LibraryEntry, to text: inout TextBuffer) {
    text.append(Self.date(entry.date))
    let summary = ItemSummary([entry.item])
    for field in [summary.title, summary.artist, summary.source, entry.source ?? ""] {
      text.append(",")
      text.append(csv: field)
    }
    text.append(",")
    if let position = entry.streamPosition {
      text.append(seconds: Milliseconds(seconds: position))
    }
    text.append(",")
    if let matched = entry.item as? MatchedMediaItem {
      text.append(seconds: Milliseconds(seconds: matched.matchOffset))
    }
    text.append(",")
    if let confidence = entry.confidence { text.append(Double(confidence), decimals: 4) }
    text.append("\n")
  }

  private func append(json entry: LibraryEntry, to text: inout TextBuffer) {
    text.append("{\"date\":")
    text.append(json: Self.date(entry.date))
    if let heard = entry.source {
      text.append(",\"heard\":")
      text.append(json: heard)
    }
    if let position = entry.streamPosition {
      text.append(",\"position\":")
      text.append(seconds: Milliseconds(seconds: position))
    }
    if let confidence = entry.confidence {
      text.append(",\"confidence\":")
      text.append(Double(confidence), decimals: 4)
    }
    text.append(",\"item\":")
    text.append(json: entry.item)
    text.append("}")
  }
}
