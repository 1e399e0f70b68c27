import Foundation

/// Runs other programs for tests.
enum ShellTool {
  /// Where a program is, if it is installed.
  static func path(of name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// The command that was built together with the tests, if it was.
  static let soundwatch: String? = {
    // The test runner lies beside it.
    let runner = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let arguments = CommandLine.arguments.map { URL(fileURLWithPath: $0) }
    return ([runner] + arguments).map {
      $0.deletingLastPathComponent().appendingPathComponent("soundwatch").path
    }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Runs a program to its end.
  static func run(
    _ name: String, _ arguments: [String], input: String = "", in folder: URL? = nil
  ) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: name.contains("/") ? name : path(of: name) ?? name)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    let work = FileManager.default.temporaryDirectory
      .appendingPathComponent("soundwatch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: work) }
    // Files instead of pipes: nothing can get stuck, however much is written.
    let files = ["in", "out", "err"].map { work.appendingPathComponent($0) }
    try Data(input.utf8).write(to: files[0])
    for file in files[1...] { try Data().write(to: file) }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return (process.terminationStatus, texts[1], texts[2])
  }
}
