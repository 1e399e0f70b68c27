/// Writes what `soundwatch recognize` has found.
///
/// *Thread-safe*: a value.
package struct RecognitionWriter: Sendable {
  /// How an input ended.
  package enum Outcome: Sendable, Hashable {
    case found(RecognizedSong)
    case nothing
    case failed(String)
  }

  private let format: RecognizeOptions.Format
  private let showsNames: Bool
  private let showsStarts: Bool
  private var isFirst = true

  /// - Parameters:
  ///   - showsNames: whether text says which input a result is of.
  ///   - showsStarts: whether text says where in the input the clip began.
  package init(_ format: RecognizeOptions.Format, showsNames: Bool, showsStarts: Bool = false) {
    self.format = format
    self.showsNames = showsNames
    self.showsStarts = showsStarts
  }

  /// What stands above all results.
  package var opening: String {
    switch format {
    case .text: ""
    case .json: "{\"files\":["
    case .csv: "file,start,artist,title,album,released,label,isrc,position,link\n"
    }
  }

  /// What stands below all results.
  package var closing: String { format == .json ? "\n]}\n" : "" }

  /// Writes the result of an input.
  /// - Parameter start: where in the input the clip began.
  package mutating func write(
    _ outcome: Outcome, of name: String, start: Milliseconds, to text: inout TextBuffer
  ) {
    switch format {
    case .text: writeText(outcome, name, start, to: &text)
    case .json: writeJSON(outcome, name, start, to: &text)
    case .csv: if case .found(let song) = outcome { writeCSV(song, name, start, to: &text) }
    }
    isFirst = false
  }

  private func writeText(
    _ outcome: Outcome, _ name: String, _ start: Milliseconds, to text: inout TextBuffer
  ) {
    // What failed stands on the standard error stream.
    if case .failed = outcome { return }
    if showsNames { text.append("\(name.withoutControls): ") }
    if showsStarts {
      text.append(clock: start)
      text.append("  ")
    }
    guard case .found(let song) = outcome else {
      text.append("nothing recognized\n")
      return
    }
    func line(_ title: String, _ values: String?...) {
      let values = values.compactMap { $0 }.filter { !$0.isEmpty }
      guard !values.isEmpty else { return }
      text.append("  ")
      text.append(title, width: 10)
      text.append("\(values.joined(separator: ", ").withoutControls)\n")
    }
    if let number = song.audioID, song.title == nil {
      text.append("number \(number) of your catalog\n")
    } else {
      let words = "\(song.artist ?? "?") - \(song.title ?? "?")"
      text.append("\(words.withoutControls)\n")
    }
    line("album", song.album, song.released, song.label)
    line("isrc", song.isrc)
    text.append("  ")
    text.append("position", width: 10)
    text.append(clock: song.position)
    text.append("\n")
    line("page", song.link)
    for (service, address) in song.links.sorted(by: { $0.key < $1.key }) { line(service, address) }
  }

  private func writeJSON(
    _ outcome: Outcome, _ name: String, _ start: Milliseconds, to text: inout TextBuffer
  ) {
    text.append(isFirst ? "\n{\"file\":" : ",\n{\"file\":")
    text.append(json: name)
    text.append(",\"start\":")
    text.append(seconds: start)
    switch outcome {
    case .nothing: text.append(",\"match\":null")
    case .failed(let message):
      text.append(",\"error\":")
      text.append(json: message)
    case .found(let song):
      text.append(",\n \"match\":{\"position\":")
      text.append(seconds: song.position)
      let fields = [
        ("artist", song.artist), ("title", song.title), ("album", song.album),
        ("released", song.released), ("label", song.label), ("isrc", song.isrc),
        ("page", song.link), ("artwork", song.artwork),
      ]
      for case (let key, let value?) in fields { append(key, value, to: &text) }
      if let number = song.audioID {
        text.append(",\"audio_id\":")
        text.append(Int64(number))
      }
      if !song.links.isEmpty {
        text.append(",\n  \"links\":{")
        for (index, link) in song.links.sorted(by: { $0.key < $1.key }).enumerated() {
          if index > 0 { text.append(",") }
          text.append(json: link.key)
          text.append(":")
          text.append(json: link.value)
        }
        text.append("}")
      }
      text.append("}")
    }
    text.append("}")
  }

  private func append(_ key: String, _ value: String, to text: inout TextBuffer) {
    text.append(",\"\(key)\":")
    text.append(json: value)
  }

  private func writeCSV(
    _ song: RecognizedSong, _ name: String, _ start: Milliseconds, to text: inout TextBuffer
  ) {
    text.append(csv: name)
    text.append(",")
    text.append(seconds: start)
    for field in [song.artist, song.title, song.album, song.released, song.label, song.isrc] {
      text.append(",")
      text.append(csv: field ?? "")
    }
    text.append(",")
    text.append(seconds: song.position)
    text.append(",")
    text.append(csv: song.link ?? "")
    text.append("\n")
  }
}
