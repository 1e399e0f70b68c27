package import SoundRecognition

/// Writes the play list of broadcasts.
///
/// *Confined*: a value with state.
package struct PlayListWriter: Sendable {
  private let format: RecognitionFormat
  private let name: String
  /// How many plays were written.
  private var count = 0

  /// - Parameter name: the input as the user named it.
  package init(_ format: RecognitionFormat, name: String) {
    self.format = format
    self.name = name
  }

  /// What stands before the first input.
  package static func opening(_ format: RecognitionFormat) -> String {
    switch format {
    case .csv: "file,start,end,title,artist,source,reference_offset,confidence\n"
    case .json: "{\"files\":["
    case .text, .jsonl, .cue: ""
    }
  }

  /// What stands between two inputs.
  package static func separator(_ format: RecognitionFormat) -> String {
    format == .json ? "," : ""
  }

  /// What stands behind the last input.
  package static func closing(_ format: RecognitionFormat) -> String {
    format == .json ? "\n]}\n" : ""
  }

  /// Writes what stands before the first play of the input.
  /// - Parameter showsName: whether a person should be told which input follows.
  package func begin(_ text: inout TextBuffer, showsName: Bool) {
    switch format {
    case .text: if showsName { text.append("\(name.withoutControls)\n") }
    case .json:
      text.append("\n{\"file\":")
      text.append(json: name)
      text.append(",\"plays\":[")
    case .cue: CueSheet.append(opening: name, to: &text)
    case .csv, .jsonl: break
    }
  }

  /// Writes a play.
  package mutating func write(_ play: Play, to text: inout TextBuffer) {
    count += 1
    let summary = ItemSummary(play.mediaItems)
    let (start, end) = (Milliseconds(seconds: play.start), Milliseconds(seconds: play.end))
    switch format {
    case .text:
      text.append(clock: start, width: 13)
      text.append(clock: end, width: 13)
      text.append("  \(summary.name)\n")
    case .csv:
      text.append(csv: name)
      for time in [start, end] {
        text.append(",")
        text.append(seconds: time)
      }
      for field in [summary.title, summary.artist, summary.source] {
        text.append(",")
        text.append(csv: field)
      }
      text.append(",")
      text.append(seconds: Milliseconds(seconds: play.referenceOffset))
      text.append(",")
      text.append(play.confidence, decimals: 4)
      text.append("\n")
    case .json:
      text.append(count > 1 ? ",\n  {" : "\n  {")
      append(members: play, to: &text)
      text.append("}")
    case .jsonl:
      text.append("{\"file\":")
      text.append(json: name)
      text.append(",")
      append(members: play, to: &text)
      text.append("}\n")
    case .cue: CueSheet.append(track: count, start: start, summary, to: &text)
    }
  }

  /// Writes what stands behind the last play of the input.
  /// - Parameters:
  ///   - duration: how much of the input was heard, in seconds.
  ///   - error: why it broke off.
  package func finish(_ text: inout TextBuffer, duration: Double, error: String?) {
    switch format {
    case .json:
      text.append("],\n \"duration\":")
      text.append(seconds: Milliseconds(seconds: duration))
      if let error {
        text.append(",\"error\":")
        text.append(json: error)
      }
      text.append("}")
    case .text:
      if count == 0, error == nil { text.append("  nothing recognized\n") }
    case .csv, .jsonl, .cue: break
    }
  }

  private func append(members play: Play, to text: inout TextBuffer) {
    text.append("\"start\":")
    text.append(seconds: Milliseconds(seconds: play.start))
    text.append(",\"end\":")
    text.append(seconds: Milliseconds(seconds: play.end))
    text.append(",\"reference_offset\":")
    text.append(seconds: Milliseconds(seconds: play.referenceOffset))
    text.append(",\"confidence\":")
    text.append(play.confidence, decimals: 4)
    text.append(",\"frequency_skew\":")
    text.append(play.frequencySkew, decimals: 5)
    text.append(",\"time_stretch\":")
    text.append(play.timeStretch, decimals: 5)
    text.append(",\"items\":")
    text.append(json: play.mediaItems)
  }
}
