import SoundSignal
import Testing

@testable import SoundwatchCLI

@Suite struct LiveScreenTests {
  /// A minute and a half of listening: silence, speech, music, a gap, speech again.
  private func content() throws -> ScreenContent {
    var content = ScreenContent(
      command: "mic", source: "Monitor of Null Output", labels: AnalyzeOption.bundledLabels)
    content.format = try PCMFormat(.float32, sampleRate: 48_000, channelCount: 2)
    content.status = .listening
    content.now = 93.4
    content.scores = [0.93, 0.081, 0.02, 0.3, 0]
    let stretches: [(String, Double, Double)] = [
      ("silence", 0, 41.5), ("speech", 41.5, 60), ("music", 60, 75), ("speech", 80, 93.4),
    ]
    for (label, start, end) in stretches {
      content.history.begin(label, at: start)
      for tenth in Int(start * 10)..<Int(end * 10) where label != "silence" {
        content.history.add(
          decibels: -10 - Float(tenth % 80) / 2, from: Double(tenth) / 10,
          to: Double(tenth + 1) / 10)
      }
      guard end < 90 else { continue }
      content.history.end(at: end)
      content.append(
        ResultRow(
          start: Milliseconds(seconds: start), end: Milliseconds(seconds: end), label: label,
          confidence: 0.987))
    }
    content.current = ("speech", 80)
    content.meter.add([ChannelLevel(peak: 0.5, meanSquare: 0.01)], seconds: 0.1)
    content.processorShare = 0.0062
    return content
  }

  private func draw(
    _ content: ScreenContent, _ width: Int, _ height: Int, color: Bool = false, unicode: Bool = true
  ) -> [String] {
    let style = TerminalStyle(usesColor: color, usesUnicode: unicode, width: width)
    return LiveScreen(content, style: style, height: height).lines()
  }

  /// The text with its colours left out, as a person reads it.
  private func withoutColors(_ line: String) -> String {
    line.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
  }

  private func snapshot(_ lines: [String], _ name: String) throws {
    let text = lines.map { $0.replacing("\u{1B}", with: "␛") + "\n" }.joined()
    try expectSnapshot(text, named: "screen-\(name).txt")
  }

  @Test func aScreenInColorLooksAsItDid() throws {
    try snapshot(draw(try content(), 80, 24, color: true), "color")
  }

  @Test(arguments: [(120, 40), (80, 24), (50, 16), (28, 9)])
  func aScreenWithoutColorsLooksAsItDid(_ width: Int, _ height: Int) throws {
    try snapshot(draw(try content(), width, height), "\(width)x\(height)")
  }

  @Test func aScreenOfPlainLettersLooksAsItDid() throws {
    var content = try content()
    content.title = "Motörhead – Overkill"
    content.music = .init(
      title: "Overkill", artist: "Motörhead", offset: 83, recognizer: "mine.swcatalog")
    try snapshot(draw(content, 80, 24, unicode: false), "ascii")
  }

  @Test func aScreenInTroubleLooksAsItDid() throws {
    var content = try content()
    content.status = .waiting(reason: "The microphone \"Monitor\" has gone.", attempt: 3)
    content.warning = "talk.wav cannot be written: the disk is full."
    content.framesLost = 24_000
    content.recording = "talk.wav"
    content.title =
      "Søren 🎵 音楽の時間 \u{202E}live\u{1B}[2J from a very long place with a very long name"
    content.recognizesMusic = true
    try snapshot(draw(content, 70, 24), "trouble")
  }

  @Test func beforeTheFirstSoundThereIsAScreenToo() {
    let content = ScreenContent(
      command: "listen", source: "http://radio.example/stream", labels: ["a", "b"])
    let lines = draw(content, 80, 24)
    #expect(lines.count == 24)
    #expect(lines[1].contains("Opening"))
  }

  @Test func colorsAreTheOnlyDifference() throws {
    let content = try content()
    #expect(draw(content, 80, 24, color: true).map(withoutColors) == draw(content, 80, 24))
  }

  @Test(arguments: [true, false])
  func noLineReachesTheLastColumn(_ unicode: Bool) throws {
    var content = try content()
    content.title = String(repeating: "音楽の時間", count: 50)
    content.warning = String(repeating: "too long ", count: 50)
    content.labels[1] = "a label with a long name that never ends"
    content.history.begin("a label with a long name that never ends", at: 93)
    content.music = .init(title: "Ü", artist: nil, offset: nil, recognizer: "x")
    for width in 20...130 {
      for height in [1, 2, 3, 5, 8, 13, 24, 50] {
        let lines = draw(content, width, height, color: true, unicode: unicode)
        #expect(lines.count == height, "\(width)x\(height)")
        for line in lines.map(withoutColors) {
          let columns = line.map(columnCount).reduce(0, +)
          #expect(columns < width, "\(width)x\(height): \(line)")
        }
      }
    }
  }

  @Test func aLowTerminalKeepsWhatMattersMost() throws {
    let lines = draw(try content(), 80, 9)
    for (label, line) in zip(["speech", "music", "noise"], lines.dropFirst(2)) {
      #expect(line.contains(label))
    }
    #expect(lines[0].contains("Monitor of Null Output"))
    #expect(lines.last?.contains("no frames lost") == true)
  }

  @Test func ofManyLabelsTheSurestAreShown() {
    var content = ScreenContent(
      command: "mic", source: "", labels: (0..<100).map { "label\($0)" })
    content.scores = (0..<100).map { $0 == 77 ? 1 : Double($0) / 1000 }
    let text = draw(content, 80, 24).joined(separator: "\n")
    #expect(text.contains("label77") && text.contains("label99"))
    #expect(!text.contains("label50"))
  }

  @Test func theStripMovesByWholeColumns() throws {
    var content = try content()
    let style = TerminalStyle(usesColor: false, usesUnicode: false, width: 64)
    // A column is a second wide: within it nothing moves, behind it everything by one.
    content.now = 93.05
    let first = LiveScreen(content, style: style, height: 24).labelStrip().text
    content.now = 93.95
    #expect(LiveScreen(content, style: style, height: 24).labelStrip().text == first)
    content.now = 94.05
    let later = LiveScreen(content, style: style, height: 24).labelStrip().text
    #expect(later.dropFirst(3).dropLast() == first.dropFirst(4))
  }
}
