import AudioTestSupport
import Foundation

/// A terminal of the test's own, in which a command runs: tmux, with a server for each test.
final class TmuxTerminal {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static let program = ShellTool.path(of: "tmux")

  private let folder: TemporaryFolder
  private var socket: String { folder.path + "/tmux" }

  /// Opens a terminal and runs a line of the shell in it. When that has ended, its exit status is written
  /// as `status 0` under what it has left on the terminal.
  init(_ line: String, width: Int = 80, height: Int = 24) throws {
    folder = try TemporaryFolder()
    // Without the trap, Ctrl-C would end the shell as well.
    let script = "trap : INT\n\(line)\necho status $?\nexec sleep 60\n"
    try folder.write("script", Array(script.utf8))
    _ = try tmux([
      "-f", "/dev/null", "new-session", "-d", "-x", "\(width)", "-y", "\(height)",
      "sh \(folder.path)/script",
    ])
  }

  deinit { _ = try? tmux(["kill-server"]) }

  /// What stands on the terminal.
  var screen: String { get throws { try tmux(["capture-pane", "-p"]) } }

  /// The same with the sequences for colours.
  var coloredScreen: String { get throws { try tmux(["capture-pane", "-p", "-e"]) } }

  /// What tmux knows of the terminal, such as `alternate_on`.
  func variable(_ name: String) throws -> String {
    let text = try tmux(["display-message", "-p", "#{\(name)}"])
    return text.trimmingCharacters(in: .newlines)
  }

  /// How the terminal is set, in the words of stty.
  var modes: String {
    get throws { try shell("stty -a < \(variable("pane_tty"))") }
  }

  /// Presses a key, by tmux's name of it.
  func press(_ key: String) throws { _ = try tmux(["send-keys", key]) }

  func resize(width: Int, height: Int) throws {
    _ = try tmux(["resize-window", "-x", "\(width)", "-y", "\(height)"])
  }

  /// Waits until something stands on the terminal.
  @discardableResult
  func wait(
    _ what: String, seconds: Double = 15, until condition: (String) throws -> Bool
  ) throws -> String {
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      let screen = try screen
      if try condition(screen) { return screen }
      guard ContinuousClock.now < end else {
        throw Failure(description: "\(what) has not come in \(seconds) s:\n\(screen)")
      }
      Thread.sleep(forTimeInterval: 0.05)
    }
  }

  private func tmux(_ arguments: [String]) throws -> String {
    let words = (["-u", "-S", socket] + arguments).map { "'\($0)'" }
    return try shell("tmux \(words.joined(separator: " "))")
  }

  private func shell(_ line: String) throws -> String {
    var environment = ProcessInfo.processInfo.environment
    environment["LC_ALL"] = "C.UTF-8"
    for name in ["TMUX", "NO_COLOR", "COLUMNS", "LINES"] { environment[name] = nil }
    let process = try SpawnedProcess(
      URL(fileURLWithPath: "/bin/sh"), ["-c", "(\(line)) > \(folder.path)/out 2>&1"],
      environment: environment)
    let status = process.wait()
    let output = try folder.read("out")
    guard status == 0 else { throw Failure(description: "\(line): \(output)") }
    return output
  }
}
