/// How results are written.
package enum ResultFormat: String, CaseIterable, Sendable {
  case text, json, jsonl, csv, rttm, audacity, srt, textgrid

  /// The extension of result files, without the dot.
  package var fileExtension: String {
    switch self {
    case .text, .audacity: "txt"
    case .textgrid: "TextGrid"
    default: rawValue
    }
  }

  /// Whether the results of several inputs can stand in one file one after another.
  package var holdsSeveralInputs: Bool {
    switch self {
    case .text, .json, .jsonl, .csv, .rttm: true
    case .audacity, .srt, .textgrid: false
    }
  }

  /// Makes the writer for the results of one input.
  package func makeWriter(for sheet: ResultSheet) -> any ResultWriter {
    switch self {
    case .text:
      if let style = sheet.style {
        TimelineWriter(sheet, style: style)
      } else {
        PlainTextWriter(sheet)
      }
    case .json: JSONWriter(sheet)
    case .jsonl: JSONLinesWriter(sheet)
    case .csv: CSVWriter(sheet)
    case .rttm: RTTMWriter(sheet)
    case .audacity: AudacityWriter(sheet)
    case .srt: SRTWriter(sheet)
    case .textgrid: TextGridWriter(sheet)
    }
  }

  /// What stands at the beginning of a file of results.
  package func opening(of sheet: ResultSheet) -> TextBuffer {
    var text = TextBuffer()
    switch self {
    case .csv: CSVWriter.appendHeader(of: sheet, to: &text)
    case .json: text.append("{\"files\":[")
    default: break
    }
    return text
  }

  /// What stands between the results of two inputs.
  package var separator: String { self == .json ? "," : "" }

  /// What stands at the end of a file of results.
  package var closing: String { self == .json ? "\n]}\n" : "" }
}
