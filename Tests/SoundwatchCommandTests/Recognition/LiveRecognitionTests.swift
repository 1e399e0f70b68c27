import AudioTestSupport
import Foundation
import Testing

@testable import SoundwatchCLI

/// Runs `soundwatch listen` and `soundwatch mic` with a catalog.
@Suite(.serialized, .enabled(if: ShellTool.soundwatch != nil))
struct LiveRecognitionTests {
  private func listen(
    _ arguments: String, in programme: Programme
  ) throws -> (status: Int32, output: String, errors: String) {
    let command = try #require(ShellTool.soundwatch)
    return try ShellTool.run(
      "/usr/bin/env",
      programme.environment + [
        "bash", "-c",
        "tail -c +45 show.wav | '\(command)' listen --raw-format s16le:16000:1 \(arguments) -",
      ], in: programme.folder.url)
  }

  private func events(_ output: String) throws -> [[String: Any]] {
    try output.split(separator: "\n").compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  @Test func aStreamTellsWhatBeginsAndWhatIsOver() throws {
    let programme = try Programme()
    let result = try listen("--json --catalog songs.swcatalog", in: programme)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let events = try events(result.output)
    let started = events.filter { $0["event"] as? String == "musicStarted" }
    let ended = events.filter { $0["event"] as? String == "music" }
    #expect(started.count == 1 && ended.count == 1, "\(result.output)")
    #expect(started.first?["title"] as? String == "Song 1")
    #expect(started.first?["end"] == nil)
    // Three seconds of music are a query; the gate and the network take one more.
    let delay = (started.first?["time"] as? Double ?? 99) - Programme.play.lowerBound
    #expect(delay < 5, "recognized after \(delay) s")
    let play = try #require(ended.first)
    #expect(play["recognizer"] as? String == "songs.swcatalog")
    try Programme.check(
      start: play["start"] as? Double, end: play["end"] as? Double,
      offset: play["reference_offset"] as? Double)
    let times = events.compactMap { $0["time"] as? Double }
    #expect(times == times.sorted(), "the time line went back: \(times)")
  }

  @Test func whatIsRecognizedIsInTheHistory() throws {
    let programme = try Programme()
    let result = try listen("--catalog songs.swstore", in: programme)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("Recognized at 0:"), "\(result.errors)")
    let plays = result.output.split(separator: "\n").filter { $0.contains("  play") }
    #expect(plays.count == 1 && plays.first?.hasSuffix("  Song 1") == true, "\(result.output)")
    let history = try programme.run("history --format csv")
    let rows = history.output.split(separator: "\n").dropFirst()
    #expect(rows.count == 1, "\(history)")
    #expect(rows.first?.contains(",Song 1,,music/Song 1.wav,standard input,") == true, "\(rows)")
    let position = rows.first?.split(separator: ",", omittingEmptySubsequences: false)
      .dropFirst(5).first.flatMap { Double($0) }
    #expect(abs((position ?? 0) - Programme.play.lowerBound) < 2, "\(rows)")
  }

  @Test func aHistoryThatCannotBeWrittenDoesNotEndListening() throws {
    let programme = try Programme()
    // Where the folder of histories belongs, there is a file.
    try programme.folder.write("soundwatch")
    let result = try listen("--json --catalog songs.swcatalog", in: programme)
    #expect(result.status == 0)
    let warnings = try events(result.output).filter { $0["event"] as? String == "warning" }
    #expect(warnings.count == 1, "\(result.output)")
    let message = warnings.first?["message"] as? String ?? ""
    #expect(message.hasPrefix("The history could not be written: "), "\(message)")
    #expect(result.output.contains("\"music\""))
  }

  #if Microphone
    @Test(.enabled(if: PulseServer.isInstalled))
    func aMicrophoneRecognizesWhatIsPlayed() throws {
      let programme = try Programme()
      let server = try PulseServer()
      defer { server.stop() }
      let process = try LiveProcess(
        ["mic", "--json", "--catalog", programme.folder.path + "/songs.swcatalog"],
        environment: server.environment.merging(["XDG_DATA_HOME": programme.folder.path]) { $1 })
      try process.wait("the first label") { try !process.events("started").isEmpty }
      try server.play(programme.folder.url.appending(path: "show.wav"))
      try process.wait("speech") {
        try process.events("started").contains { $0["label"] as? String == "speech" }
      }
      let began = try process.events("started").first { $0["label"] as? String == "speech" }
      try process.wait("the song", seconds: 30) { try !process.events("musicStarted").isEmpty }
      try process.wait("the end of the song", seconds: 40) { try !process.events("music").isEmpty }
      process.interrupt()
      #expect(try process.finish() == 0)
      let play = try #require(try process.events("music").first)
      #expect(play["title"] as? String == "Song 1", "\(play)")
      try Programme.check(
        start: play["start"] as? Double, end: play["end"] as? Double,
        offset: play["reference_offset"] as? Double,
        after: try #require(began?["time"] as? Double))
      let history = try programme.run("history --format json")
      #expect(history.output.contains("\"heard\":\"mic\""), "\(history)")
      #expect(history.output.contains("\"title\":\"Song 1\""), "\(history)")
    }
  #endif
}
