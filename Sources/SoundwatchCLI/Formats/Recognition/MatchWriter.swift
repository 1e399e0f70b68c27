import SoundRecognition

/// Writes what queries came to.
///
/// *Thread-safe*: a value.
package struct MatchWriter: Sendable {
  private let format: RecognitionFormat

  package init(_ format: RecognitionFormat) { self.format = format }

  /// What stands before the first answer.
  package var opening: String {
    switch format {
    case .csv:
      "file,rank,title,artist,source,reference_offset,confidence,frequency_skew,time_stretch\n"
    case .json: "{\"files\":["
    case .text, .jsonl, .cue: ""
    }
  }

  /// What stands behind the last answer.
  package var closing: String { format == .json ? "\n]}\n" : "" }

  /// Writes an answer.
  package func text(of answer: MatchAnswer, isFirst: Bool) -> TextBuffer {
    var text = TextBuffer()
    switch format {
    case .text, .cue: append(forPeople: answer, to: &text)
    case .csv: append(csv: answer, to: &text)
    case .jsonl:
      append(json: answer, separator: "", to: &text)
      text.append("\n")
    case .json:
      text.append(isFirst ? "\n" : ",\n")
      append(json: answer, separator: "\n  ", to: &text)
    }
    return text
  }

  private func append(forPeople answer: MatchAnswer, to text: inout TextBuffer) {
    text.append("\(answer.name.withoutControls)\n")
    if let error = answer.error {
      text.append("  failed: \(error)\n")
    } else if answer.hits.isEmpty {
      text.append("  no match\n")
    }
    for hit in answer.hits {
      text.append(clock: Milliseconds(seconds: hit.offset), width: 13)
      text.append("  ")
      text.append(hit.confidence, decimals: 2)
      text.append("  \(hit.summary.name)")
      append(change: hit.timeStretch, of: "speed", to: &text)
      // A record that turns too fast has both alike.
      if abs(hit.frequencySkew - hit.timeStretch) >= 0.0005 {
        append(change: hit.frequencySkew, of: "pitch", to: &text)
      }
      text.append("\n")
    }
  }

  /// Appends a change of a tenth of a per cent or more.
  private func append(change: Double, of what: String, to text: inout TextBuffer) {
    guard abs(change) >= 0.0005 else { return }
    text.append("  \(what) \(change > 0 ? "+" : "")")
    text.append(100 * change, decimals: 1)
    text.append(" %")
  }

  private func append(csv answer: MatchAnswer, to text: inout TextBuffer) {
    if answer.hits.isEmpty {
      text.append(csv: answer.name)
      text.append(",0,,,,,,,\n")
    }
    for (index, hit) in answer.hits.enumerated() {
      text.append(csv: answer.name)
      text.append(",\(index + 1)")
      for field in [hit.summary.title, hit.summary.artist, hit.summary.source] {
        text.append(",")
        text.append(csv: field)
      }
      text.append(",")
      text.append(seconds: Milliseconds(seconds: hit.offset))
      text.append(",")
      text.append(hit.confidence, decimals: 4)
      text.append(",")
      text.append(hit.frequencySkew, decimals: 5)
      text.append(",")
      text.append(hit.timeStretch, decimals: 5)
      text.append("\n")
    }
  }

  private func append(
    json answer: MatchAnswer, separator: String, to text: inout TextBuffer
  ) {
    text.append("{\"file\":")
    text.append(json: answer.name)
    if let duration = answer.duration {
      text.append(",\"duration\":")
      text.append(seconds: Milliseconds(seconds: duration))
    }
    if let error = answer.error {
      text.append(",\"error\":")
      text.append(json: error)
    }
    text.append(",\"matches\":[")
    for (index, hit) in answer.hits.enumerated() {
      text.append((index > 0 ? "," : "") + separator)
      text.append("{\"rank\":\(index + 1),\"reference_offset\":")
      text.append(seconds: Milliseconds(seconds: hit.offset))
      text.append(",\"confidence\":")
      text.append(hit.confidence, decimals: 4)
      text.append(",\"frequency_skew\":")
      text.append(hit.frequencySkew, decimals: 5)
      text.append(",\"time_stretch\":")
      text.append(hit.timeStretch, decimals: 5)
      text.append(",\"items\":")
      text.append(json: hit.items)
      text.append("}")
    }
    text.append("]}")
  }
}

extension TextBuffer {
  /// Appends media items as a JSON array.
  mutating func append(json items: [MediaItem]) {
    append("[")
    for (index, item) in items.enumerated() {
      if index > 0 { append(",") }
      append(json: item)
    }
    append("]")
  }
}
