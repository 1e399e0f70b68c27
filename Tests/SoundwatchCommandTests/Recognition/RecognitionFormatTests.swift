import Foundation
import SoundRecognition
import Testing

@testable import SoundwatchCLI

@Suite struct RecognitionFormatTests {
  private let item = MediaItem(
    values: [
      .title: .string("Count, on \"Me\""), .artist: .string("FoodMath"),
      .init("source"): .string("songs/count.mp3"), .genres: .array([.string("Blues")]),
      .timeRanges: .timeRanges([14..<31]), .creationDate: .date(Date(timeIntervalSince1970: 0)),
    ], id: UUID(uuidString: "12345678-9ABC-4DEF-8123-456789ABCDEF") ?? UUID())

  private var answers: [MatchAnswer] {
    [
      MatchAnswer(
        name: "clip, 1.wav", duration: 10.5,
        hits: [
          .init(
            items: [item], offset: 61.2504, confidence: 0.99987, frequencySkew: 0.03,
            timeStretch: 0.03),
          .init(items: [], offset: -0.5, confidence: 0.5, frequencySkew: -0.0594631),
        ]),
      MatchAnswer(name: "other.wav", duration: 3),
      MatchAnswer(name: "gone.wav", error: "There is no file gone.wav."),
    ]
  }

  @Test(arguments: [RecognitionFormat.text, .json, .jsonl, .csv])
  func answersLookAsTheyDid(_ format: RecognitionFormat) throws {
    let writer = MatchWriter(format)
    var text = TextBuffer()
    text.append(writer.opening)
    for (index, answer) in answers.enumerated() {
      text.append(writer.text(of: answer, isFirst: index == 0))
    }
    text.append(writer.closing)
    try expectSnapshot(text.string, named: "match.\(format.rawValue)")
  }

  @Test(arguments: RecognitionFormat.allCases)
  func playListsLookAsTheyDid(_ format: RecognitionFormat) throws {
    var text = TextBuffer()
    text.append(PlayListWriter.opening(format))
    for (index, name) in ["show.mp3", "empty.flac"].enumerated() {
      if index > 0 { text.append(PlayListWriter.separator(format)) }
      var writer = PlayListWriter(format, name: name)
      writer.begin(&text, showsName: true)
      if index == 0 {
        writer.write(
          Play(
            reference: 1, start: 61.2, end: 181.25, referenceOffset: 0, frequencySkew: 0.02,
            timeStretch: 0.02, confidence: 0.9999, mediaItems: [item]), to: &text)
        writer.write(
          Play(reference: 2, start: 3723.5, end: 3800, referenceOffset: 12.3456), to: &text)
      }
      writer.finish(&text, duration: 4000, error: index == 0 ? nil : "The file is damaged.")
    }
    text.append(PlayListWriter.closing(format))
    try expectSnapshot(text.string, named: "monitor.\(format.rawValue)")
  }

  @Test(arguments: [RecognitionFormat.json, .jsonl])
  func jsonIsJSON(_ format: RecognitionFormat) throws {
    let writer = MatchWriter(format)
    let texts = answers.enumerated().map { writer.text(of: $1, isFirst: $0 == 0).string }
    let documents =
      format == .json ? [writer.opening + texts.joined() + writer.closing] : texts
    for document in documents {
      let line = format == .jsonl ? document.dropLast() : document[...]
      #expect(format != .jsonl || !line.contains("\n"))
      _ = try JSONSerialization.jsonObject(with: Data(document.utf8))
    }
  }

  @Test func progressSaysHowLongItWillTake() {
    let style = TerminalStyle(usesColor: false, usesUnicode: false, width: 80)
    let line = IndexProgress.line(
      verb: "indexing", doneCount: 30, count: 120, share: 0.25, seconds: 6000, elapsed: 10,
      style: style)
    #expect(line.string == "indexing  #####...............  30/120  600x  0:30 left")
  }
}
