import Foundation

/// Runs the program beside the tests that looks at the client from outside.
enum Probe {
  struct Output {
    let status: Int32
    let text: String

    func number(_ name: String) -> Int? {
      let fields = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      return fields?[name] as? Int
    }
  }

  static func run(_ arguments: String...) async throws -> Output {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let process = Process()
    process.executableURL = folder.appending(path: "AudDProbe")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
    try process.run()
    let output = await withCheckedContinuation { continuation in
      // Reading to the end waits; a thread of its own may.
      Thread.detachNewThread {
        let data = try? pipe.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        continuation.resume(returning: data ?? Data())
      }
    }
    return Output(
      status: process.terminationStatus, text: String(decoding: output, as: UTF8.self))
  }
}
