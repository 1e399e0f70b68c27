import Foundation
import HTTPTestSupport
import Synchronization

@testable import AudD

extension ScriptedAudD {
  /// A client of this server, which lives at least as long.
  func client(
    token: String = "tok", maxRetries: Int = 3, backoffFactor: Double = 0,
    onEvent: AudDEventHook? = nil
  ) throws -> AudD {
    try AudD(
      apiToken: token, maxRetries: maxRetries, backoffFactor: backoffFactor, apiBase: apiBase,
      enterpriseBase: enterpriseBase,
      onEvent: { event in
        try withExtendedLifetime(self) { try onEvent?(event) }
      })
  }
}

/// A song in bytes that no decoder would like.
let clip = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

/// What a call throws.
func failure<Value>(
  isolation: isolated (any Actor)? = #isolation, _ call: () async throws -> Value
) async -> (any Error)? {
  do {
    _ = try await call()
    return nil
  } catch {
    return error
  }
}

extension Optional<any Error> {
  /// The detail of an error of the API.
  var detail: AudDAPIErrorDetail? {
    if case AudDError.api(let detail)? = self { detail } else { nil }
  }

  /// The name of the case.
  var caseName: String {
    guard let self else { return "none" }
    return String("\(self)".prefix { $0.isLetter })
  }
}

/// Collects values from any thread.
final class Collector<Value: Sendable>: Sendable {
  private let state = Mutex<[Value]>([])

  func add(_ value: Value) { state.withLock { $0.append(value) } }

  var values: [Value] { state.withLock { $0 } }
}

/// A file in a folder of its own, until it is removed.
struct TemporaryFile {
  let url: URL

  init(_ content: Data, name: String = "clip.mp3") throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appending(path: name)
    try content.write(to: url)
  }

  /// A file without content that claims to be long, and takes no room on the disk.
  init(emptyBytes: UInt64) throws {
    try self.init(Data())
    let handle = try FileHandle(forWritingTo: url)
    try handle.truncate(atOffset: emptyBytes)
    try handle.close()
  }

  func remove() { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
}

/// What the client has logged in this process, by all tests.
enum Logged {
  static let lines: Collector<String> = {
    let lines = Collector<String>()
    AudDLog.setWriter { line in
      // Those of the mutated bodies are many.
      if !line.contains("old") { lines.add(line) }
    }
    return lines
  }()
}
