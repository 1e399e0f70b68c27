import Foundation

/// AudD's own client for Python, from PyPI. `AUDD_VENV` names a folder for it, to be kept; without it,
/// one is made and removed.
final class OfficialClient: Sendable {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appending(path: "OfficialClient")

  private let environment: URL
  private let isKept: Bool

  /// `nil` where Python is missing or PyPI cannot be reached.
  init?() {
    let kept = ProcessInfo.processInfo.environment["AUDD_VENV"]
    isKept = kept != nil
    environment =
      kept.map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory.appending(path: "audd-\(UUID().uuidString)")
    let python = environment.appending(path: "bin/python")
    if !FileManager.default.isExecutableFile(atPath: python.path) {
      guard OfficialClient.run("/usr/bin/env", "python3", "-m", "venv", environment.path) == 0
      else {
        return nil
      }
    }
    let requirements = OfficialClient.folder.appending(path: "requirements.txt").path
    guard
      OfficialClient.run(
        python.path, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries",
        "1", "--timeout", "15", "-r", requirements) == 0
    else { return nil }
  }

  deinit {
    if !isKept { try? FileManager.default.removeItem(at: environment) }
  }

  /// Runs the script against a port and hands back the lines that it printed.
  func runScript(port: UInt16, refusals: Int) async throws -> [String] {
    let process = Process()
    process.executableURL = environment.appending(path: "bin/python")
    let script = OfficialClient.folder.appending(path: "script.py").path
    process.arguments = [script, String(port), String(refusals)]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let data = try? pipe.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        continuation.resume(returning: data ?? Data())
      }
    }
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static func run(_ program: String, _ arguments: String...) -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return -1 }
    process.waitUntilExit()
    return process.terminationStatus
  }
}
