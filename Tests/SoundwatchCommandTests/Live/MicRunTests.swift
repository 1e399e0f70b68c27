import AudioTestSupport
import Foundation
import SoundCapture
import Testing

@testable import SoundwatchCLI

#if Microphone
  /// Runs `soundwatch mic` on a sound card that is a PulseAudio daemon.
  @Suite(
    .serialized, .enabled(if: PulseServer.isInstalled && ShellTool.soundwatch != nil),
    .enabled(if: ShellTool.path(of: "ffmpeg") != nil))
  struct MicRunTests {
    /// Twelve seconds of the example: espeak-ng speaks, nothing, fluidsynth plays.
    private func example(in folder: TemporaryFolder) throws -> URL {
      let file = folder.url.appendingPathComponent("example.wav")
      let source = Repository.root.appendingPathComponent("Examples/example.ogg").path
      let result = try ShellTool.run(
        "ffmpeg",
        [
          "-v", "error", "-ss", "12", "-t", "12", "-i", source, "-ar", "48000", "-ac", "2",
          file.path,
        ])
      try #require(result.status == 0, "\(result.errors)")
      return file
    }

    private func hasHeard(_ process: LiveProcess) throws {
      try process.wait("the first label") { try !process.events("started").isEmpty }
    }

    @Test func labelsComeWhenTheyAreHeard() throws {
      let server = try PulseServer()
      defer { server.stop() }
      let folder = try TemporaryFolder()
      let sound = try example(in: folder)
      let process = try LiveProcess(
        ["mic", "--json", "--record", folder.path + "/mic.wav"], environment: server.environment)
      try hasHeard(process)
      try server.play(sound)
      try process.wait("the end of the music", seconds: 25) {
        try process.events("segment").contains {
          $0["label"] as? String == "music" && ($0["end"] as? Double ?? 0) > 12
        }
      }
      process.interrupt()
      #expect(try process.finish() == 0)

      let segments = try process.events("segment")
      func length(_ label: String) -> Double {
        segments.filter { $0["label"] as? String == label }.reduce(0) {
          $0 + ($1["end"] as? Double ?? 0) - ($1["start"] as? Double ?? 0)
        }
      }
      func start(_ label: String) -> Double? {
        segments.first { $0["label"] as? String == label }?["start"] as? Double
      }
      let speech = try #require(start("speech"))
      let music = try #require(start("music"))
      #expect(abs(music - speech - 7.28) < 0.4, "speech \(speech), music \(music)")
      #expect(abs(length("speech") - 4.44) < 0.6, "\(length("speech")) s of speech")
      #expect(abs(length("music") - 4.72) < 0.6, "\(length("music")) s of music")

      let summary = try #require(try process.events("summary").first)
      #expect(summary["framesLost"] as? Int == 0)
      // Segments cover what was heard, and the file holds it.
      let end = try #require(summary["end"] as? Double)
      #expect(abs((summary["seconds"] as? Double ?? 0) - end) < 0.001)
      let recorded = try ShellTool.run("soxi", ["-D", folder.path + "/mic.wav"]).output
      #expect(abs((Double(recorded.filter { $0 != "\n" }) ?? 0) - end) < 0.001, "\(recorded)")
    }

    @Test func aPipeGetsALineForEachSegmentAndASummaryBesides() throws {
      let server = try PulseServer()
      defer { server.stop() }
      let process = try LiveProcess(["mic", "--duration", "2"], environment: server.environment)
      #expect(try process.finish() == 0)
      let lines = process.output.split(separator: "\n")
      #expect(lines.count == 1 && lines.first?.contains("silence  1.00") == true, "\(lines)")
      let errors = process.errors
      // A machine that is late takes what has come meanwhile in one piece.
      #expect(errors.hasPrefix("0:02.") && errors.contains("silence"), "\(errors)")
    }

    @Test func aMicrophoneThatVanishesIsAnError() throws {
      let server = try PulseServer()
      defer { server.stop() }
      let process = try LiveProcess(["mic", "--json"], environment: server.environment)
      try hasHeard(process)
      server.kill()
      #expect(try process.finish() == ExitStatus.sourceLost.rawValue)
      // One sentence, and nothing of what PortAudio's audio thread says of its source code.
      let errors = process.errors
      #expect(errors.hasPrefix("soundwatch: The device \"default\""), "\(errors)")
      #expect(errors.split(separator: "\n").count == 1, "\(errors)")
      // What was heard until then is not lost.
      #expect(try process.events("segment").last?["label"] as? String == "silence")
      #expect(try process.events("summary").count == 1)
    }

    @Test func aMicrophoneThatVanishesIsWaitedFor() throws {
      let server = try PulseServer()
      defer { server.stop() }
      let process = try LiveProcess(
        ["mic", "--json", "--reconnect"], environment: server.environment)
      try hasHeard(process)
      server.kill()
      try process.wait("the interruption") { try !process.events("interrupted").isEmpty }
      try server.start()
      try process.wait("the return") { try process.events("started").count > 1 }
      process.terminate()
      #expect(try process.finish() == 0)
      let interrupted = try #require(try process.events("interrupted").first?["time"] as? Double)
      let resumed = try #require(try process.events("resumed").first?["time"] as? Double)
      #expect(resumed > interrupted + 0.3, "the time line stood still")
      #expect(try process.events("summary").first?["interruptions"] as? Int == 1)
    }

    @Test func withoutAMicrophoneTheRemedyIsSaid() throws {
      let folder = try TemporaryFolder()
      var environment = ProcessInfo.processInfo.environment
      environment["HOME"] = folder.path
      environment["XDG_RUNTIME_DIR"] = folder.path
      environment["PULSE_SERVER"] = "unix:\(folder.path)/none"
      // Tests of the same process may have been led to a server.
      environment["ALSA_CONFIG_PATH"] = nil
      for arguments in [["mic"], ["mic", "--list-devices"]] {
        let process = try LiveProcess(arguments, environment: environment)
        #expect(try process.finish() == ExitStatus.sourceNotFound.rawValue)
        // The same for both, without the chatter of ALSA and JACK.
        #expect(process.errors == "soundwatch: \(CaptureError.nothingFound.message)\n")
      }
    }

    @Test func devicesAreListedAndChosen() throws {
      let server = try PulseServer()
      defer { server.stop() }
      let text = try LiveProcess(["mic", "-l"], environment: server.environment)
      #expect(try text.finish() == 0)
      #expect(text.output.contains("* ") && text.output.contains("default"))
      let json = try LiveProcess(["mic", "-l", "--json"], environment: server.environment)
      #expect(try json.finish() == 0)
      let objects = try json.output.split(separator: "\n").map {
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
      #expect(objects.contains { $0?["default"] as? Bool == true })
      let wrong = try LiveProcess(["mic", "-d", "nosuch"], environment: server.environment)
      #expect(try wrong.finish() == ExitStatus.sourceNotFound.rawValue)
      #expect(wrong.errors.contains("nosuch"))
    }
  }
#endif
