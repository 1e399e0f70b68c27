import AudioTestSupport
import Foundation
import HTTPTestSupport
import SoundRecognition
import Testing

@testable import SoundwatchCLI

/// Runs `soundwatch analyze` with catalogs and with a service.
@Suite(.enabled(if: ShellTool.soundwatch != nil))
struct AnalyzeRecognitionTests {
  @Test(arguments: ["songs.swcatalog", "songs.swstore"])
  func aPlayIsAResult(_ catalog: String) throws {
    let programme = try Programme()
    let result = try programme.run("analyze --catalog \(catalog) -f csv show.wav talk.wav")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let lines = result.output.split(separator: "\n")
    #expect(
      lines.first
        == "file,start,end,label,confidence,title,artist,source,reference_offset,recognizer")
    #expect(lines.contains { $0.contains(",speech,") && $0.hasSuffix(",,,,,") })
    let plays = Programme.plays(result.output)
    #expect(plays.count == 1, "\(result.output)")
    let play = try #require(plays.first)
    #expect(play["file"] == "show.wav" && play["title"] == "Song 1", "\(play)")
    #expect(play["source"] == "music/Song 1.wav" && play["recognizer"] == catalog, "\(play)")
    #expect(Double(play["confidence"] ?? "") ?? 0 > 0.9, "\(play)")
    try Programme.check(
      start: play["start"].flatMap(Double.init), end: play["end"].flatMap(Double.init),
      offset: play["reference_offset"].flatMap(Double.init))
  }

  @Test func everyFormatThatHasAPlaceForItNamesThePlay() throws {
    let programme = try Programme()
    for format in ResultFormat.allCases {
      let result = try programme.run(
        "analyze -c songs.swcatalog -f \(format.rawValue) show.wav")
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(result.output.contains("Song 1") == (format != .rttm), "\(result.output)")
    }
    let json = try programme.run("analyze -c songs.swcatalog -f json show.wav talk.wav").output
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: [[String: Any]]])
    let plays = (document["files"] ?? []).map { $0["plays"] as? [[String: Any]] ?? [] }
    #expect(plays.map(\.count) == [1, 0])
    #expect(plays.first?.first?["title"] as? String == "Song 1")
    #expect((plays.first?.first?["items"] as? [[String: Any]])?.count == 1)
  }

  @Test func windowsAndPlaysStandInOneTable() throws {
    let programme = try Programme()
    let result = try programme.run("analyze --windows -c songs.swcatalog -f csv show.wav")
    let plays = Programme.plays(result.output)
    #expect(plays.count == 1 && plays.first?["speech"] == "", "\(result.output)")
    #expect(Double(plays.first?["confidence"] ?? "") ?? 0 > 0.9)
    let widths = result.output.split(separator: "\n").map { $0.count { $0 == "," } }
    #expect(Set(widths).count == 1, "rows of different widths")
  }

  @Test func labelsSelectLabelsAndTheThresholdPlaysToo() throws {
    let programme = try Programme()
    let all = try programme.run("analyze --labels silence -c songs.swcatalog -f csv show.wav")
    #expect(Programme.plays(all.output).count == 1, "\(all.output)")
    #expect(!all.output.contains(",speech,"))
    let item = MatchedMediaItem(MediaItem(values: [:]), matchOffset: 0, confidence: 0.9)
    let play = RecognizedPlay(
      start: Milliseconds(0), end: Milliseconds(1), offset: 0, items: [item], recognizer: "")
    for (threshold, isReported) in [("0.89", true), ("0.91", false)] {
      let options = try AnalyzeOptions(["--threshold", threshold, "a"])
      #expect(ResultSelection(options).includes(play) == isReported)
    }
  }

  /// The commands that take a catalog say the same of one that cannot be used.
  @Test(arguments: ["analyze show.wav", "listen --raw-format s16le:16000:1 -", "match show.wav"])
  func aCatalogThatCannotBeUsedIsOneSentence(_ command: String) throws {
    let programme = try Programme()
    let url = programme.folder.url.appending(path: "songs.swcatalog")
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count / 2] ^= 0x10
    try bytes.write(to: url)
    try programme.folder.write("text.swcatalog", Array("no catalog".utf8))
    try FileManager.default.removeItem(
      at: programme.folder.url.appending(path: "songs.swstore/manifest"))
    for catalog in ["none.swcatalog", "songs.swcatalog", "text.swcatalog", "songs.swstore"] {
      let result = try programme.run("\(command) --catalog \(catalog)")
      #expect(result.status == 1 && result.output.isEmpty, "\(catalog): \(result)")
      #expect(result.errors.contains(catalog), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }
  }

  #if AudD
    private func analyze(
      _ script: ScriptedAudD, _ line: String, token: String = "tok", in programme: Programme
    ) throws -> (status: Int32, output: String, errors: String) {
      try programme.run(
        ["analyze", "--recognizer", "audd", "-f", "csv"]
          + line.split(separator: " ").map(String.init),
        environment: ["AUDD_API_BASE=\(script.apiBase.absoluteString)", "AUDD_API_TOKEN=\(token)"])
    }

    /// Where in the programme the sound of an uploaded WAV file lies, in seconds.
    private func place(of file: [UInt8]) -> Range<Double>? {
      func samples(_ bytes: ArraySlice<UInt8>) -> [Int] {
        let bytes = Array(bytes)
        return stride(from: 0, to: bytes.count - 1, by: 2).map {
          Int(Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8))
        }
      }
      let clip = samples(file.dropFirst(44))
      let whole = samples(SongMaker.wave(Programme.samples).dropFirst(44))
      guard !clip.isEmpty, clip.count <= whole.count else { return nil }
      let first = (0...whole.count - clip.count).first { start in
        // Many samples of a voice are nearly silent; the loudest thousand are not.
        stride(from: 0, to: clip.count, by: 97).allSatisfy {
          abs(clip[$0] - whole[start + $0]) <= 1
        }
      }
      let rate = Double(Programme.sampleRate)
      return first.map { Double($0) / rate..<Double($0 + clip.count) / rate }
    }

    @Test func aServiceHearsTheMusicAndNeverSpeech() throws {
      let programme = try Programme()
      let script = ScriptedAudD()
      let result = try analyze(script, "show.wav talk.wav", in: programme)
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      let plays = Programme.plays(result.output)
      #expect(plays.map { $0["title"] } == ["Loop"], "\(result.output)")
      #expect(plays.map { $0["artist"] } == ["The Testers"])
      #expect(plays.map { $0["recognizer"] } == ["AudD"])
      let requests = script.requests("recognize")
      #expect(requests.count == 1)
      for request in requests {
        let clip = try #require(request.file?.content)
        let sent = try #require(place(of: clip))
        #expect(
          sent.lowerBound > Programme.play.lowerBound - 0.5
            && sent.upperBound < Programme.play.upperBound + 0.5, "\(sent) was sent")
      }
    }

    @Test func aCatalogThatKnowsSavesTheQuestion() throws {
      let programme = try Programme()
      let script = ScriptedAudD()
      let result = try analyze(script, "--catalog songs.swcatalog show.wav", in: programme)
      #expect(Programme.plays(result.output).map { $0["title"] } == ["Song 1"])
      #expect(script.requests.isEmpty)
    }

    @Test func aRefusalIsToldOnceAndNamesNoToken() throws {
      let programme = try Programme()
      let token = "s3cr3t-0123456789abcdef"
      let script = ScriptedAudD(tokens: [token])
      script.always(
        .json(
          #"{"status":"error","error":{"error_code":902,"error_message":"\#(token) is used up"}}"#),
        for: "recognize")
      let result = try analyze(script, "-v --jobs 1 show.wav show.wav", token: token, in: programme)
      #expect(result.status == 0)
      let refusals = result.errors.split(separator: "\n").filter { $0.contains("AudD refuses") }
      #expect(refusals.count == 1, "\(result.errors)")
      #expect(refusals.first?.contains("[#902]") == true)
      #expect(refusals.first?.contains("not asked") == true, "\(refusals)")
      #expect(!(result.output + result.errors).contains(token))
      #expect(script.requests.count == 1)
    }

    @Test func withoutATokenNothingIsAnalyzed() throws {
      let programme = try Programme()
      for command in ["analyze show.wav", "listen --raw-format s16le:16000:1 -"] {
        let result = try programme.run("\(command) --recognizer audd")
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(result.errors.contains("AUDD_API_TOKEN"), "\(result.errors)")
      }
      let alone = try programme.run("analyze --token-file token show.wav")
      #expect(alone.status == 64 && alone.errors.contains("add --recognizer"), "\(alone.errors)")
    }
  #endif
}
