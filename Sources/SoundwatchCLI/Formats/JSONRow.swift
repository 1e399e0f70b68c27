/// Writes results as JSON objects, for both JSON formats.
struct JSONRow: Sendable {
  private let kind: AnalyzeOptions.ResultKind
  private let separatesChannels: Bool
  /// The names of the scores with quotation marks and colons.
  private let scoreKeys: [TextBuffer]

  init(_ sheet: ResultSheet) {
    kind = sheet.kind
    separatesChannels = sheet.separatesChannels
    scoreKeys = sheet.labels.enumerated().map { index, label in
      var key = TextBuffer()
      if index > 0 { key.append(byte: UInt8(ascii: ",")) }
      key.append(json: label)
      key.append(byte: UInt8(ascii: ":"))
      return key
    }
  }

  /// Appends the members of the object, without its braces.
  func append(_ row: ResultRow, to text: inout TextBuffer) {
    text.append("\"start\":")
    text.append(seconds: row.start)
    text.append(",\"end\":")
    text.append(seconds: row.end)
    text.append(",\"label\":")
    text.append(json: row.label)
    text.append(",\"confidence\":")
    text.append(row.confidence, decimals: 4)
    if kind == .windows {
      text.append(",\"scores\":{")
      for (key, score) in zip(scoreKeys, row.scores) {
        text.append(key)
        text.append(score, decimals: 4)
      }
      text.append("}")
    }
    append(channel: row.channel, to: &text)
  }

  /// Appends the members of the object of a play, without its braces.
  func append(_ play: RecognizedPlay, to text: inout TextBuffer) {
    text.append(membersOf: play)
    append(channel: play.channel, to: &text)
  }

  private func append(channel: Int, to text: inout TextBuffer) {
    guard separatesChannels else { return }
    text.append(",\"channel\":")
    text.append(Int64(channel))
  }
}
