package import SoundRecognition
import SoundSignal
import Soundwatch

/// A recording that was recognized among what was heard, as formats write it.
///
/// *Thread-safe*: a value.
package struct RecognizedPlay: Sendable {
  /// What a column of labels calls it.
  package static let label = "play"

  package var start: Milliseconds
  package var end: Milliseconds
  /// Where in the recording it starts, in seconds.
  package var offset: Double
  /// What it is, the best first.
  package var items: [MatchedMediaItem]
  /// Who knew it.
  package var recognizer: String
  /// The channel, counted from zero.
  package var channel: Int

  package init(
    start: Milliseconds, end: Milliseconds, offset: Double, items: [MatchedMediaItem],
    recognizer: String, channel: Int = 0
  ) {
    self.start = start
    self.end = end
    self.offset = offset
    self.items = items
    self.recognizer = recognizer
    self.channel = channel
  }

  init(_ result: MusicResult) {
    self.init(
      start: Milliseconds(result.timeRange.start), end: Milliseconds(result.timeRange.end),
      offset: result.offset, items: result.items, recognizer: result.recognizer ?? "",
      channel: result.channel)
  }

  /// What is said of it.
  package var summary: ItemSummary { ItemSummary(items as [MediaItem]) }
  /// How many seconds of the recording a second of the sound gets through.
  package var rate: Double { 1 + Double(items.first?.timeStretch ?? 0) }
  /// The probability that the best item is right, from 0 to 1.
  package var confidence: Double { Double(items.first?.confidence ?? 0) }
}

extension TextBuffer {
  /// Appends the members of the JSON object of a play, without its braces.
  mutating func append(membersOf play: RecognizedPlay, isOver: Bool = true) {
    append("\"start\":")
    append(seconds: play.start)
    if isOver {
      append(",\"end\":")
      append(seconds: play.end)
    }
    let summary = play.summary
    for (name, text) in [("title", summary.title), ("artist", summary.artist)] where !text.isEmpty {
      append(",\"\(name)\":")
      append(json: text)
    }
    append(",\"reference_offset\":")
    append(seconds: Milliseconds(seconds: play.offset))
    append(",\"confidence\":")
    append(play.confidence, decimals: 4)
    append(",\"recognizer\":")
    append(json: play.recognizer)
    append(",\"items\":")
    append(json: play.items as [MediaItem])
  }
}
