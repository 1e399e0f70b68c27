#if AudD
  import Foundation
  import HTTPTestSupport
  import Testing

  @testable import SoundwatchCLI

  struct RecognizeTests {
    // MARK: - Options

    @Test func optionsAreRead() throws {
      let options = try RecognizeOptions([
        "-f", "csv", "--services", "spotify, deezer", "--market", "GB", "--token-file", "token",
        "--start", "1:30", "--every", "3:00", "a.mp3", "https://host/b.mp3", "-",
      ])
      #expect(options.format == .csv)
      #expect(options.services == ["spotify", "deezer"])
      #expect(options.market == "GB")
      #expect(options.tokenFile == "token")
      #expect(options.start == 90)
      #expect(options.interval == 180)
      #expect(options.operands == ["a.mp3", "https://host/b.mp3", "-"])
    }

    @Test(arguments: [
      ([], "Name a file, a URL, or -"), (["-", "-"], "only once"),
      (["-f", "srt", "a"], "one of text, json, csv"),
      (["--start", "x", "a"], "not a time"), (["--raw-format", "s16le:8000:1", "a"], "add -"),
      (["--market", "", "a"], "empty"), (["--every", "5", "a"], "cannot begin before it ends"),
      (["--token", "abc", "a"], "There is no option --token"),
    ])
    func wrongOptionsAreExplained(arguments: [String], explanation: String) {
      let error = #expect(throws: UsageError.self) { try RecognizeOptions(arguments) }
      #expect(error?.message.contains(explanation) == true, "\(error?.message ?? "")")
    }

    // MARK: - Results

    private var song: RecognizedSong {
      var song = RecognizedSong()
      song.artist = "A, \"B\""
      song.title = "T\u{1B}[31m"
      song.album = "L"
      song.released = "2020-02-02"
      song.position = Milliseconds(56_000)
      song.link = "https://lis.tn/x"
      song.links = ["spotify": "https://s", "deezer": "https://d"]
      return song
    }

    private func written(_ format: RecognizeOptions.Format, names: Bool = true) -> String {
      var writer = RecognitionWriter(format, showsNames: names)
      var text = TextBuffer()
      text.append(writer.opening)
      let start = Milliseconds(90_000)
      writer.write(.found(song), of: "a.mp3", start: start, to: &text)
      writer.write(.nothing, of: "b.mp3", start: start, to: &text)
      writer.write(.failed("broken"), of: "c.mp3", start: start, to: &text)
      var own = RecognizedSong()
      own.audioID = 146
      own.position = Milliseconds(105_000)
      writer.write(.found(own), of: "d.mp3", start: start, to: &text)
      text.append(writer.closing)
      return text.string
    }

    @Test(arguments: RecognizeOptions.Format.allCases)
    func resultsLookAsTheyDid(format: RecognizeOptions.Format) throws {
      try expectSnapshot(written(format), named: "recognize.\(format.rawValue)")
    }

    @Test func jsonCanBeRead() throws {
      let document = try JSONSerialization.jsonObject(with: Data(written(.json).utf8))
      let files = try #require((document as? [String: Any])?["files"] as? [[String: Any]])
      #expect(files.count == 4)
      let match = try #require(files[0]["match"] as? [String: Any])
      #expect(match["artist"] as? String == "A, \"B\"")
      #expect(match["position"] as? Double == 56)
      #expect(files[1]["match"] is NSNull)
      #expect(files[2]["error"] as? String == "broken")
    }

    @Test func nothingFromTheNetworkControlsTheTerminal() {
      #expect(!written(.text).contains("\u{1B}"))
    }

    // MARK: - The command

    private func wave(seconds: Int) -> [UInt8] {
      func bytes(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
      let data = (0..<seconds * 8000).flatMap { bytes($0 % 200 - 100, 2) }
      return Array("RIFF".utf8) + bytes(36 + data.count, 4) + Array("WAVEfmt ".utf8)
        + bytes(16, 4) + bytes(1, 2) + bytes(1, 2) + bytes(8000, 4) + bytes(16_000, 4)
        + bytes(2, 2) + bytes(16, 2) + Array("data".utf8) + bytes(data.count, 4) + data
    }

    private func run(
      _ script: ScriptedAudD, _ arguments: [String], token: String? = "tok", in folder: URL? = nil
    ) throws -> (status: Int32, output: String, errors: String) {
      var environment = ["-u", "AUDD_API_TOKEN", "AUDD_API_BASE=\(script.apiBase.absoluteString)"]
      if let token { environment.append("AUDD_API_TOKEN=\(token)") }
      let command = try #require(ShellTool.soundwatch)
      return try ShellTool.run(
        "/usr/bin/env", environment + [command, "recognize"] + arguments, in: folder)
    }

    @Test(.enabled(if: ShellTool.soundwatch != nil))
    func aClipIsSentAndTheSongIsShown() throws {
      let script = ScriptedAudD()
      let folder = try TemporaryFolder()
      try folder.write("a.wav", wave(seconds: 20))
      let result = try run(
        script, ["--start", "5", "--services", "spotify", "a.wav"], in: folder.url)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.hasPrefix("The Testers - Loop\n"), "\(result.output)")
      #expect(result.output.contains("position  0:56.000"))
      #expect(result.output.contains("https://open.spotify.com/track/4uLU"))
      let request = try #require(script.requests.first)
      let file = try #require(request.file?.content)
      let expectedLength = 44 + 12 * 8000 * 2
      #expect(file.count == expectedLength)
      #expect(request.fields["return"] == "spotify")
      #expect(request.fields["api_token"] == "tok")
      // From the fifth second on: the samples count up to 100 and begin anew.
      let whole = wave(seconds: 6)
      #expect(Array(file[44..<46]) == Array(whole[80_044..<80_046]))
    }

    @Test(.enabled(if: ShellTool.soundwatch != nil))
    func theTokenComesFromAFileAndIsNeverShown() throws {
      let token = "s3cr3t-0123456789abcdef"
      let script = ScriptedAudD(tokens: [token])
      let folder = try TemporaryFolder()
      try folder.write("a.wav", wave(seconds: 6))
      try folder.write("token", Array("\(token)\n".utf8))
      try folder.write("empty")
      let good = try run(
        script, ["-v", "--token-file", "token", "a.wav"], token: nil, in: folder.url)
      #expect(good.status == 0, "\(good.errors)")
      script.always(
        .json(#"{"status":"error","error":{"error_code":900,"error_message":"\#(token)"}}"#),
        for: "recognize")
      let bad = try run(
        script, ["-v", "--token-file", "token", "a.wav"], token: nil, in: folder.url)
      #expect(bad.status == 1)
      #expect(bad.errors.contains("[#900]"), "\(bad.errors)")
      for text in [good.output, good.errors, bad.output, bad.errors] {
        #expect(!text.contains(token), "\(text)")
      }
      for (arguments, explanation) in [
        ([], "AUDD_API_TOKEN"), (["--token-file", "none"], "cannot be read"),
        (["--token-file", "empty"], "There is no token"),
      ] {
        let result = try run(script, arguments + ["a.wav"], token: nil, in: folder.url)
        #expect(result.status == 64)
        #expect(result.errors.contains(explanation), "\(result.errors)")
      }
    }

    @Test(.enabled(if: ShellTool.soundwatch != nil))
    func whatFailsDoesNotStopTheOthersUnlessItMust() throws {
      let script = ScriptedAudD()
      let folder = try TemporaryFolder()
      for name in ["a.wav", "b.wav", "c.wav"] { try folder.write(name, wave(seconds: 6)) }
      script.inject(ScriptedAudD.refusal(300), into: "recognize")
      let some = try run(
        script, ["-f", "csv", "a.wav", "missing.wav", "b.wav"], in: folder.url)
      #expect(some.status == 1)
      #expect(some.output.split(separator: "\n").count == 2, "\(some.output)")
      #expect(some.output.contains("b.wav,0.000,The Testers,Loop,Around,2020-02-02,Local,,56.000,"))
      #expect(some.errors.contains("a.wav: AudD refuses: [#300]"), "\(some.errors)")
      #expect(some.errors.contains("missing.wav: "))
      script.server.log.clear()
      script.inject(ScriptedAudD.refusal(902), into: "recognize")
      let none = try run(script, ["a.wav", "b.wav", "c.wav"], in: folder.url)
      #expect(none.status == 1)
      #expect(none.output.isEmpty)
      #expect(script.requests.count == 1, "the plan is used up for all of them")
    }

    @Test(.enabled(if: ShellTool.soundwatch != nil))
    func aLongFileIsAskedAboutAgainAndAgain() throws {
      let script = ScriptedAudD()
      let folder = try TemporaryFolder()
      try folder.write("a.wav", wave(seconds: 43))
      let result = try run(script, ["-f", "csv", "--every", "15", "a.wav"], in: folder.url)
      #expect(result.status == 0, "\(result.errors)")
      let starts = result.output.split(separator: "\n").dropFirst()
        .compactMap { $0.split(separator: ",").dropFirst().first.flatMap { Double($0) } }
      #expect(starts.count == 3, "\(result.output)")
      for (start, expected) in zip(starts, [0.0, 15, 30]) { #expect(abs(start - expected) < 0.3) }
      let seconds = script.requests.compactMap { $0.file?.content.count }
        .map { Double($0 - 44) / 16_000 }
      #expect(seconds.count == 3 && seconds.prefix(2) == [12, 12], "\(seconds)")
      #expect(abs((seconds.last ?? 0) - 12) < 1.3, "\(seconds)")
      // Two seconds at the end are not worth a request.
      try folder.write("b.wav", wave(seconds: 17))
      script.server.log.clear()
      let text = try run(script, ["--every", "15", "b.wav"], in: folder.url)
      #expect(text.output.hasPrefix("0:00.000  The Testers - Loop\n"), "\(text.output)")
      #expect(script.requests.count == 1)
    }

    @Test(.enabled(if: ShellTool.soundwatch != nil))
    func nothingRecognizedIsNoFailure() throws {
      let script = ScriptedAudD()
      script.result("null", for: "recognize")
      let folder = try TemporaryFolder()
      try folder.write("a.wav", wave(seconds: 6))
      let result = try run(script, ["a.wav"], in: folder.url)
      #expect(result.status == 0)
      #expect(result.output == "nothing recognized\n")
      let late = try run(script, ["--start", "60", "a.wav"], in: folder.url)
      #expect(late.status == 1)
      #expect(script.requests.count == 1)
    }
  }
#endif
