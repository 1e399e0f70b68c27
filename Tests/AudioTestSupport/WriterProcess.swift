import Foundation

/// A program of the tests that writes until it is killed, and says what it has done, a line each.
///
/// *Confined*.
package final class WriterProcess {
  private let process = Process()
  private let output = Pipe()
  private var said = Data()

  /// Starts a program, which lies beside the tests.
  package init(_ program: String, _ arguments: [String]) throws {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    process.executableURL = URL(filePath: tests).deletingLastPathComponent()
      .appending(path: program)
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
  }

  /// Waits for its first line.
  package func waitUntilReady() {
    while !said.contains(10) {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return }
      said += data
    }
  }

  /// Kills the program.
  /// - Returns: what it had said.
  package func kill() -> [String] {
    Glibc.kill(process.processIdentifier, SIGKILL)
    return waitForEnd()
  }

  /// Waits until it ends by itself.
  /// - Returns: what it had said.
  package func waitForEnd() -> [String] {
    let data = (try? output.fileHandleForReading.readToEnd()) ?? nil
    process.waitUntilExit()
    said += data ?? Data()
    return String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
