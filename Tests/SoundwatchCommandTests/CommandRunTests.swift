import Foundation
import Testing

@testable import SoundwatchCLI

/// Runs the command as it was built, as a user would.
@Suite(.enabled(if: ShellTool.soundwatch != nil))
struct CommandRunTests {
  private func run(
    _ arguments: String..., input: String = "", in folder: TemporaryFolder? = nil
  ) throws -> (status: Int32, output: String, errors: String) {
    try ShellTool.run(try #require(ShellTool.soundwatch), arguments, input: input, in: folder?.url)
  }

  /// A WAV file of some seconds: a tone, or silence.
  private func wave(seconds: Double, amplitude: Double = 0.3) -> [UInt8] {
    let rate = 16_000
    let samples = (0..<Int(seconds * Double(rate))).map {
      Int16(32_767 * amplitude * sin(2 * .pi * 440 * Double($0) / Double(rate)))
    }
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let data = samples.flatMap { bytes(Int($0), 2) }
    return Array("RIFF".utf8) + bytes(36 + data.count, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
      + bytes(1, 2) + bytes(1, 2) + bytes(rate, 4) + bytes(rate * 2, 4) + bytes(2, 2)
      + bytes(16, 2) + Array("data".utf8) + bytes(data.count, 4) + data
  }

  @Test func theVersionIsShown() throws {
    let result = try run("--version")
    #expect(result.output == "soundwatch \(CommandSpecification.version)\n")
    #expect(result.status == 0)
  }

  @Test func helpIsTheSameBothWays() throws {
    let result = try run("help", "analyze")
    #expect(result.output == HelpPage.command(.analyze))
    #expect(try run("analyze", "--help").output == result.output)
    #expect(try run("--help").output == HelpPage.program())
  }

  @Test func documentsGoToTheOutput() throws {
    #expect(try run("completions", "zsh").output == Shell.zsh.completions)
    #expect(try run("manual").output == ManualPage.source())
  }

  @Test(arguments: [
    ([], "Usage:"),
    (["analyse"], "Did you mean analyze?"),
    (["--vesion"], "There is no option --vesion. Did you mean --version?"),
    (["analyze"], "Name a file"),
    (["analyze", "--jbos", "2", "a"], "There is no option --jbos. Did you mean --jobs?"),
    (["analyze", "--labels", "speach", "a.wav"], "There is no label speach"),
    (["analyze", "-f", "srt", "a.wav", "b.wav"], "--format srt holds one input; add --output DIR"),
    (["completions"], "Name a shell"),
    (["completions", "bsh"], "Did you mean bash?"),
    (["manual", "analyze"], "one word too many"),
  ])
  func aWrongCommandLineEndsWith64(_ arguments: [String], _ explanation: String) throws {
    let result = try ShellTool.run(try #require(ShellTool.soundwatch), arguments)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(explanation), "\(result.errors)")
  }

  @Test func oneFailureDoesNotStopTheOthers() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.wav", wave(seconds: 2))
    try folder.write("broken.wav", Array("not a sound".utf8))
    try folder.write("empty.wav")
    try folder.write("z.wav", wave(seconds: 2))
    let result = try run(
      "analyze", "-f", "csv", "a.wav", "broken.wav", "missing.wav", "empty.wav", "z.wav", in: folder
    )
    #expect(result.status == 1)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first == "file,start,end,label,confidence")
    #expect(Set(lines.dropFirst().map { $0.prefix(6) }) == ["a.wav,", "z.wav,"])
    for name in ["broken.wav", "missing.wav", "empty.wav"] {
      #expect(result.errors.contains("soundwatch: \(name): "), "\(result.errors)")
    }
  }

  @Test func resultsComeInTheOrderOfTheInputs() throws {
    let folder = try TemporaryFolder()
    let names = (0..<12).map { "f\($0).wav" }
    for (index, name) in names.enumerated() {
      try folder.write(name, wave(seconds: index == 0 ? 30 : 1))
    }
    let result = try ShellTool.run(
      try #require(ShellTool.soundwatch), ["analyze", "-f", "csv", "--jobs", "4"] + names,
      in: folder.url)
    let order = result.output.split(separator: "\n").dropFirst().map {
      String($0.prefix { $0 != "," })
    }
    var seen: [String] = []
    for name in order where seen.last != name { seen.append(name) }
    #expect(seen == names)
    #expect(result.status == 0)
  }

  @Test func segmentsCoverTheWholeSoundWithoutHoles() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.wav", wave(seconds: 7.3))
    let result = try run("analyze", "-f", "csv", "a.wav", in: folder)
    let rows = result.output.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
    #expect(rows.first?[1] == "0.000")
    #expect(rows.last?[2] == "7.300")
    for (row, next) in zip(rows, rows.dropFirst()) { #expect(row[2] == next[1]) }
  }

  @Test func theLastWindowEndsWithTheSound() throws {
    let folder = try TemporaryFolder()
    try folder.write("short.wav", wave(seconds: 1.25))
    let result = try run("analyze", "--windows", "-f", "csv", "short.wav", in: folder)
    #expect(result.output.split(separator: "\n").last?.hasPrefix("short.wav,0.000,1.250,") == true)
  }

  @Test func silenceIsSilence() throws {
    let folder = try TemporaryFolder()
    try folder.write("quiet.wav", wave(seconds: 3, amplitude: 0))
    let result = try run("analyze", "-f", "csv", "quiet.wav", in: folder)
    #expect(
      result.output == "file,start,end,label,confidence\nquiet.wav,0.000,3.000,silence,1.0000\n")
  }

  @Test func labelsAndThresholdSelect() throws {
    let folder = try TemporaryFolder()
    try folder.write("quiet.wav", wave(seconds: 3, amplitude: 0))
    let none = try run(
      "analyze", "-f", "jsonl", "--labels", "speech,music", "quiet.wav", in: folder)
    #expect(none.output.isEmpty && none.status == 0)
    let one = try run(
      "analyze", "-f", "jsonl", "--labels", "silence", "--threshold", "1", "quiet.wav", in: folder)
    #expect(one.output.split(separator: "\n").count == 1)
  }

  @Test func partsHaveTheTimesOfTheWhole() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.wav", wave(seconds: 10, amplitude: 0))
    let result = try run(
      "analyze", "-f", "csv", "--start", "2.5", "--end", "0:06", "a.wav", in: folder)
    #expect(result.output.hasSuffix("a.wav,2.500,6.000,silence,1.0000\n"), "\(result.output)")
  }

  @Test func rawSamplesComeFromTheStandardInput() throws {
    let result = try run(
      "analyze", "--raw-format", "s16le:8000:1", "-f", "csv", "--start", "1", "-",
      input: String(repeating: "\0", count: 48_000))
    #expect(result.output.hasSuffix("\n-,1.000,3.000,silence,1.0000\n"), "\(result.output)")
  }

  @Test func eachInputGetsAFileOfItsOwn() throws {
    let folder = try TemporaryFolder()
    for name in ["x/a.wav", "x/deep/a.wav", "a.wav", "y/a.wav"] {
      try folder.write(name, wave(seconds: 1))
    }
    let result = try run(
      "analyze", "-f", "textgrid", "-o", "out/put", "x", "a.wav", "y/a.wav", in: folder)
    #expect(result.status == 0 && result.output.isEmpty, "\(result.errors)")
    #expect(
      folder.files().filter { $0.hasPrefix("out") } == [
        "out/put/a.TextGrid", "out/put/a.wav.TextGrid", "out/put/x/a.TextGrid",
        "out/put/x/deep/a.TextGrid",
      ])
  }

  @Test func aResultThatCannotBeWrittenDoesNotStopTheOthers() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.wav", wave(seconds: 1))
    try folder.write("b.wav", wave(seconds: 1))
    try folder.write("out/a.csv/in the way.txt")
    let result = try run("analyze", "-f", "csv", "-o", "out", "a.wav", "b.wav", in: folder)
    #expect(result.status == 1)
    #expect(result.errors.contains("soundwatch: out/a.csv: "), "\(result.errors)")
    #expect(
      folder.files().filter { $0.hasPrefix("out") } == ["out/a.csv/in the way.txt", "out/b.csv"])
  }

  @Test func anInputThatFailsGetsNoFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("broken.wav", Array("not a sound".utf8))
    #expect(try run("analyze", "-o", "out", "broken.wav", in: folder).status == 1)
    #expect(folder.files() == ["broken.wav"])
  }

  @Test func jsonTellsWhatFailed() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.wav", wave(seconds: 1))
    let result = try run("analyze", "-f", "json", "gone.wav", "a.wav", in: folder)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: [[String: Any]]]
    )
    #expect(document["files"]?.map { $0["error"] != nil } == [true, false])
  }

  @Test func aReaderThatLeavesEarlyIsNoFailure() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.wav", wave(seconds: 60))
    let command = try #require(ShellTool.soundwatch)
    let result = try ShellTool.run(
      "bash",
      [
        "-c",
        "'\(command)' analyze --windows --window 0.1 --overlap 0.9 -f jsonl a.wav a.wav | head -n 1;"
          + " echo ${PIPESTATUS[0]}",
      ], in: folder.url)
    #expect(result.output.split(separator: "\n").last == "0")
    #expect(result.errors.isEmpty, "\(result.errors)")
  }

  @Test(arguments: ["INT", "TERM"])
  func anInterruptionWritesWhatIsComplete(_ signal: String) throws {
    let command = try #require(ShellTool.soundwatch)
    // Job control, because a shell lets the commands that it sends into the background ignore SIGINT.
    let script = """
      set -m
      (head -c 320000 /dev/zero; sleep 20) \
        | '\(command)' analyze --windows -f json --raw-format s16le:16000:1 - &
      sleep 1.5
      kill -\(signal) $!
      wait $!
      echo "status $?"
      """
    let result = try ShellTool.run("bash", ["-c", script])
    #expect(result.output.contains("status 130"), "\(result.output) \(result.errors)")
    #expect(result.output.contains("\"start\":0.000,\"end\":3.000"))
    #expect(result.output.contains("\"error\":\"interrupted\"}\n]}"))
  }
}
