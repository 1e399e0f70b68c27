import AudioTestSupport
import Foundation
import Testing

@testable import SoundwatchCLI

#if MediaFiles
  /// Runs `soundwatch listen` on a real terminal, whose screen tmux tells.
  @Suite(
    .serialized, .enabled(if: TmuxTerminal.program != nil, "needs tmux"),
    .enabled(if: ShellTool.soundwatch != nil && ShellTool.path(of: "ffmpeg") != nil))
  struct ScreenRunTests {
    /// A named pipe through which the example comes in real time, from its speech on.
    private final class Feed {
      let path: String
      private let folder: TemporaryFolder
      private let sender: SpawnedProcess

      init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/sound"
        try unsafe #require(mkfifo(path, 0o600) == 0)
        let example = Repository.root.appendingPathComponent("Examples/example.ogg").path
        sender = try SpawnedProcess(
          URL(fileURLWithPath: ShellTool.path(of: "ffmpeg") ?? "ffmpeg"),
          [
            "-v", "error", "-nostdin", "-y", "-re", "-ss", "2", "-i", example, "-f", "wav", path,
          ], environment: ProcessInfo.processInfo.environment)
      }
    }

    /// A terminal in which the command listens to a feed.
    /// - Parameter prefix: what stands in front of it in the shell's line.
    private func terminal(_ feed: Feed, prefix: String = "") throws -> TmuxTerminal {
      let command = try #require(ShellTool.soundwatch)
      return try TmuxTerminal("\(prefix) '\(command)' listen '\(feed.path)'")
    }

    @Test func theScreenShowsWhatIsHeardAndFitsTheTerminal() throws {
      let feed = try Feed()
      let terminal = try terminal(feed)
      var screen = try terminal.wait("speech") { $0.contains("▸ speech") && $0.contains(" dB") }
      var lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines[0].hasPrefix(" ● soundwatch listen  \(feed.path.prefix(20))"), "\(screen)")
      #expect(lines.contains { $0.hasPrefix("   level ") && $0.contains("█") }, "\(screen)")
      for label in ["speech", "music", "singing", "noise", "silence"] {
        #expect(
          lines.contains { $0.dropFirst(3).hasPrefix(label) && $0.hasSuffix(" %") }, "\(screen)")
      }
      // The strip: how loud it was and which label, at the right end.
      let scale = try #require(lines.firstIndex { $0.hasPrefix("   -60 s") && $0.hasSuffix("now") })
      let level = try #require(lines[scale - 2].last)
      #expect("▁▂▃▄▅▆▇█".contains(level), "\(screen)")
      #expect(lines[scale - 1].hasSuffix("█"), "\(screen)")
      #expect(lines[23].hasSuffix("q or Ctrl-C ends"), "\(screen)")
      #expect(try terminal.coloredScreen.contains("\u{1B}[3"))

      try terminal.resize(width: 50, height: 12)
      screen = try terminal.wait("the smaller screen") {
        $0.split(separator: "\n").last?.hasSuffix("q or Ctrl-C ends") == true
      }
      lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
      // A terminal that nobody paints anew would show lines that are cut, or folded into two.
      #expect(lines.allSatisfy { $0.count < 50 }, "\(screen)")
      #expect(lines[0].hasPrefix(" ● soundwatch listen") && lines[0].contains("0:"), "\(screen)")
      #expect(lines[11].hasSuffix("q or Ctrl-C ends"), "\(screen)")
    }

    @Test(arguments: ["C-c", "q"])
    func theTerminalIsGivenBackAsItWas(key: String) throws {
      let feed = try Feed()
      let terminal = try terminal(feed, prefix: "sleep 0.5;")
      let before = try terminal.modes
      #expect(before.contains(" icanon") && before.contains(" echo "), "\(before)")
      try terminal.wait("speech") { $0.contains("▸ speech") }
      #expect(try terminal.variable("alternate_on") == "1")
      #expect(try terminal.variable("cursor_flag") == "0")
      #expect(try terminal.modes.contains(" -echo "))
      try terminal.press(key)
      let screen = try terminal.wait("the end") { $0.contains("status 0") }
      #expect(try terminal.variable("alternate_on") == "0")
      #expect(try terminal.variable("cursor_flag") == "1")
      #expect(try terminal.modes == before)
      // The summary stands where the screen was.
      #expect(screen.contains(" heard, ") && screen.contains("speech"), "\(screen)")
      #expect(!screen.contains("Ctrl-C ends"), "\(screen)")
    }

    @Test func noColorMeansNone() throws {
      let feed = try Feed()
      let terminal = try terminal(feed, prefix: "NO_COLOR=1")
      try terminal.wait("speech") { $0.contains("▸ speech") && $0.contains(" dB") }
      #expect(try !terminal.coloredScreen.contains("\u{1B}"))
    }

    @Test func aDumbTerminalGetsLines() throws {
      let feed = try Feed()
      let terminal = try terminal(feed, prefix: "TERM=dumb")
      let screen = try terminal.wait("a segment", seconds: 30) { $0.contains("  speech  ") }
      #expect(try terminal.variable("alternate_on") == "0")
      #expect(!screen.contains("level") && !screen.contains("█"), "\(screen)")
      #expect(try !terminal.coloredScreen.contains("\u{1B}"))
      try terminal.press("C-c")
      try terminal.wait("the summary") { $0.contains(" heard, ") && $0.contains("status 0") }
    }
  }
#endif
