import AudioTestSupport
import Foundation
import Testing

@testable import SoundwatchCLI

#if MediaFiles
  /// Runs `soundwatch listen` on stations, playlists and pipes.
  @Suite(
    .serialized, .enabled(if: ShellTool.soundwatch != nil),
    .enabled(if: ShellTool.path(of: "ffmpeg") != nil))
  struct ListenRunTests {
    private static let example = Repository.root.appendingPathComponent("Examples/example.ogg").path

    @Test(.enabled(if: IcecastServer.program != nil && ShellTool.path(of: "curl") != nil))
    func aStationThatStopsIsWaitedForAndItsTitlesAreTold() throws {
      let station = try IcecastServer()
      defer { station.stop() }
      try station.feed("/live", from: 20)
      let process = try LiveProcess(["listen", "--json", "--reconnect", station.address("/live")])
      try process.wait("music") {
        try process.events("started").contains { $0["label"] as? String == "music" }
      }
      try station.setTitle("Søren - Café del Mar", of: "/live")
      try process.wait("the title") {
        try process.events("title").contains { $0["title"] as? String == "Søren - Café del Mar" }
      }
      station.stopFeeding()
      try process.wait("the interruption") { try !process.events("interrupted").isEmpty }
      try station.feed("/live", from: 2)
      try process.wait("speech") {
        try process.events("started").contains { $0["label"] as? String == "speech" }
      }
      process.interrupt()
      #expect(try process.finish() == 0)
      let events = try process.events
      #expect(events.first?["event"] as? String == "listening")
      let interrupted = try #require(try process.events("interrupted").first?["time"] as? Double)
      let resumed = try #require(try process.events("resumed").first?["time"] as? Double)
      #expect(resumed > interrupted, "\(interrupted), \(resumed)")
      let times = events.compactMap { $0["time"] as? Double ?? $0["end"] as? Double }
      #expect(times == times.sorted(), "the time line went back: \(times)")
    }

    @Test(.enabled(if: IcecastServer.program != nil && ShellTool.path(of: "curl") != nil))
    func aStationThatIsNotThereOrGoesIsAnError() throws {
      let station = try IcecastServer()
      defer { station.stop() }
      let none = try LiveProcess(["listen", station.address("/none")])
      #expect(try none.finish() == ExitStatus.sourceNotFound.rawValue)
      #expect(none.errors.contains("/none. Check the address"), "\(none.errors)")
      try station.feed("/live", from: 20)
      let process = try LiveProcess(["listen", "--json", station.address("/live")])
      try process.wait("music") { try !process.events("started").isEmpty }
      station.stopFeeding()
      #expect(try process.finish() == ExitStatus.sourceLost.rawValue)
      #expect(process.errors.contains("broke"), "\(process.errors)")
    }

    @Test(.enabled(if: ShellTool.path(of: "python3") != nil))
    func aLivePlaylistIsFollowed() throws {
      let folder = try TemporaryFolder()
      let sender = try SpawnedProcess(
        URL(fileURLWithPath: ShellTool.path(of: "ffmpeg") ?? "ffmpeg"),
        [
          "-v", "error", "-nostdin", "-re", "-ss", "20", "-i", Self.example, "-c:a", "aac", "-f",
          "hls", "-hls_time", "1", "-hls_list_size", "3", "-hls_flags", "delete_segments",
          folder.path + "/live.m3u8",
        ], environment: ProcessInfo.processInfo.environment)
      let server = Process()
      server.executableURL = URL(fileURLWithPath: ShellTool.path(of: "python3") ?? "python3")
      server.arguments = [
        "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder.path,
      ]
      let announcement = Pipe()
      server.standardOutput = announcement
      server.standardError = FileHandle.nullDevice
      try server.run()
      defer {
        sender.kill()
        kill(server.processIdentifier, SIGKILL)
      }
      // "Serving HTTP on 127.0.0.1 port 45678 ..."
      let text = String(decoding: announcement.fileHandleForReading.availableData, as: UTF8.self)
      let port = try #require(text.firstMatch(of: #/port (\d+)/#)?.1)
      while !folder.files().contains("live.m3u8") { Thread.sleep(forTimeInterval: 0.05) }
      let process = try LiveProcess(
        ["listen", "--json", "--duration", "4", "http://127.0.0.1:\(port)/live.m3u8"])
      #expect(try process.finish(seconds: 25) == 0, "\(process.errors)")
      #expect(try process.events("segment").contains { $0["label"] as? String == "music" })
      let end = try #require(try process.events("summary").first?["end"] as? Double)
      // More than the playlist ever held at once.
      #expect(end >= 4, "\(end)")
    }

    @Test func samplesComeThroughAPipeAndNothingIsLost() throws {
      let command = try #require(ShellTool.soundwatch)
      let result = try ShellTool.run(
        "bash",
        [
          "-c",
          "ffmpeg -v error -nostdin -t 30 -i '\(Self.example)' -f s16le -ar 48000 -ac 2 - |"
            + " '\(command)' listen --json --raw-format s16le:48000:2 -",
        ])
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      let labels = result.output.split(separator: "\n").filter { $0.contains("\"segment\"") }
      #expect(labels.contains { $0.contains("speech") } && labels.contains { $0.contains("music") })
      #expect(result.output.contains("\"summary\",\"seconds\":30.000,\"end\":30.000"))
    }

    @Test func mediaComeThroughAPipe() throws {
      let command = try #require(ShellTool.soundwatch)
      let result = try ShellTool.run(
        "bash", ["-c", "'\(command)' listen --quiet - < '\(Self.example)'"])
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(result.output.contains("  speech  ") && result.output.contains("  music  "))
    }

    @Test func filesAreForAnotherCommand() throws {
      let result = try ShellTool.run(try #require(ShellTool.soundwatch), ["listen", Self.example])
      #expect(result.status == 64)
      #expect(result.errors.contains("Try soundwatch analyze"), "\(result.errors)")
    }

    @Test func aRecordingThatWouldReplaceAFileIsRefusedFirst() throws {
      let folder = try TemporaryFolder()
      try folder.write("a.wav", [1])
      let result = try ShellTool.run(
        try #require(ShellTool.soundwatch),
        ["listen", "-r", "a.wav", "--raw-format", "s16le:8000:1", "-"], in: folder.url)
      #expect(result.status == 1)
      #expect(result.errors.contains("There is already a file a.wav"), "\(result.errors)")
      #expect(try folder.read("a.wav") == "\u{1}")
    }

    @Test func aReaderThatLeavesEndsTheCommand() throws {
      let command = try #require(ShellTool.soundwatch)
      let result = try ShellTool.run(
        "bash",
        [
          "-c",
          "(head -c 960000 /dev/zero; sleep 3) | '\(command)' listen --json --window 0.1"
            + " --raw-format s16le:48000:1 - | head -n 2; echo ${PIPESTATUS[1]}",
        ])
      #expect(result.output.split(separator: "\n").last == "0", "\(result.output)")
    }
  }
#endif
