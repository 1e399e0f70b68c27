/// Writes cue sheets: which tracks a recording has, and where they begin.
///
/// Times are minutes, seconds and frames of a 75th of a second. Tracks follow one another without
/// gaps, as the format demands, and are numbered up to 99, which readers of discs insist on; the
/// others read on.
enum CueSheet {
  static func append(opening name: String, to text: inout TextBuffer) {
    text.append("FILE \(quoted(name)) \(fileType(of: name))\n")
  }

  static func append(
    track number: Int, start: Milliseconds, _ summary: ItemSummary, to text: inout TextBuffer
  ) {
    text.append("  TRACK ")
    text.append(Int64(number), digits: 2)
    text.append(" AUDIO\n")
    if !summary.title.isEmpty { text.append("    TITLE \(quoted(summary.title))\n") }
    if !summary.artist.isEmpty { text.append("    PERFORMER \(quoted(summary.artist))\n") }
    text.append("    INDEX 01 ")
    let frames = max(0, start.count) * 75 / 1000
    text.append(frames / 75 / 60, digits: 2)
    text.append(":")
    text.append(frames / 75 % 60, digits: 2)
    text.append(":")
    text.append(frames % 75, digits: 2)
    text.append("\n")
  }

  /// The format has no way to write a quotation mark.
  private static func quoted(_ text: String) -> String {
    "\"" + String(text.withoutControls.map { $0 == "\"" ? "'" : $0 }) + "\""
  }

  /// What the format calls everything that is neither MP3 nor AIFF.
  private static func fileType(of name: String) -> String {
    let ending = name.split(separator: ".").last?.lowercased() ?? ""
    return ending == "mp3" ? "MP3" : ["aif", "aiff"].contains(ending) ? "AIFF" : "WAVE"
  }
}
