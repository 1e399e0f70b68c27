import Foundation
import Testing

/// A live command that runs beside a test.
final class LiveProcess {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let process = Process()
  private let folder: TemporaryFolder
  private var errorFile: URL { folder.url.appendingPathComponent("err") }
  private var outputFile: URL { folder.url.appendingPathComponent("out") }

  /// Starts `soundwatch`.
  init(
    _ arguments: [String], environment: [String: String]? = nil, input: Any? = nil
  ) throws {
    folder = try TemporaryFolder()
    for name in ["out", "err"] { try folder.write(name) }
    process.executableURL = URL(fileURLWithPath: try #require(ShellTool.soundwatch))
    process.arguments = arguments
    if let environment { process.environment = environment }
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// What it has written so far.
  var output: String { text("out") }
  var errors: String { text("err") }

  private func text(_ name: String) -> String { (try? folder.read(name)) ?? "" }

  /// The events that it has written so far, where it writes JSON.
  var events: [[String: Any]] {
    get throws {
      // The last line may be on its way.
      try output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
        let object = try JSONSerialization.jsonObject(with: Data($0.utf8))
        return try #require(object as? [String: Any])
      }
    }
  }

  /// The events of one kind.
  func events(_ kind: String) throws -> [[String: Any]] {
    try events.filter { $0["event"] as? String == kind }
  }

  /// Waits until something is so.
  func wait(
    _ what: String, seconds: Double = 15, until condition: () throws -> Bool
  ) throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while try !condition() {
      guard ContinuousClock.now < end else {
        throw Failure(
          description:
            "\(what) has not come in \(seconds) s. Output: \(output) Errors: \(errors)")
      }
      Thread.sleep(forTimeInterval: 0.05)
    }
  }

  func interrupt() { process.interrupt() }
  func terminate() { process.terminate() }

  /// Waits for the end.
  func finish(seconds: Double = 15) throws -> Int32 {
    try wait("the end", seconds: seconds) { !process.isRunning }
    return process.terminationStatus
  }
}
