import AudD
import Foundation

// What can only be seen from outside, in a process of its own: how much memory and how many
// descriptors the client needs, and what a crash prints.
//
//   AudDProbe load SERVER COUNT     many recognitions at once
//   AudDProbe upload SERVER FILE    one large file
//   AudDProbe cancel SERVER FILE    how fast a cancelled call ends
//   AudDProbe crash SERVER TOKEN    ends with a client in use

@main
enum AudDProbe {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let server = URL(string: arguments[2]) else { exit(64) }
    switch arguments[1] {
    case "load": try await load(server, count: Int(arguments[3]) ?? 0)
    case "upload": try await upload(server, file: URL(fileURLWithPath: arguments[3]))
    case "cancel": try await cancel(server, file: URL(fileURLWithPath: arguments[3]))
    case "crash": try await crash(server, token: arguments[3])
    default: exit(64)
    }
  }

  private static func load(_ server: URL, count: Int) async throws {
    let clip = Data(count: 100_000)
    var audd: AudD? = try AudD(apiToken: "tok", apiBase: server)
    // The first call opens what stays open: the session's queue and the resolver's files.
    try await audd?.recognize(.data(clip))
    let before = descriptors()
    let memoryBefore = memory("VmRSS")
    let failures = await withTaskGroup(of: Bool.self) { [audd] group in
      for _ in 0..<count {
        group.addTask { (try? await audd?.recognize(.data(clip))?.title) != "Loop" }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    weak let client = audd
    audd = nil
    // Connections that are kept for later go with the session.
    for _ in 0..<300 where descriptors() > before { try await Task.sleep(for: .milliseconds(10)) }
    print(
      """
      {"failures":\(failures),"peak":\(memory("VmHWM")),"before":\(memoryBefore),\
      "descriptorsLeft":\(descriptors() - before),"clientLeft":\(client != nil)}
      """)
  }

  private static func upload(_ server: URL, file: URL) async throws {
    let audd = try AudD(apiToken: "tok", apiBase: server)
    try await audd.recognize(.data(Data(count: 1000)))
    let before = memory("VmHWM")
    try await audd.recognize(.file(file))
    print(#"{"growth":\#(memory("VmHWM") - before)}"#)
  }

  private static func cancel(_ server: URL, file: URL) async throws {
    var cancelled: [UInt64] = []
    var returned: [UInt64] = []
    var failures: [String] = []
    for _ in 0..<7 {
      let audd = try AudD(apiToken: "tok", apiBase: server)
      let call = Task { try await audd.recognize(.file(file)) }
      try await Task.sleep(for: .milliseconds(200))
      cancelled.append(DispatchTime.now().uptimeNanoseconds)
      call.cancel()
      let result = await call.result
      returned.append(DispatchTime.now().uptimeNanoseconds)
      if case .failure(let error) = result { failures.append("\(type(of: error))") }
      // Time enough for an attempt that must not be made.
      try await Task.sleep(for: .milliseconds(100))
    }
    let names = failures.map { "\"\($0)\"" }.joined(separator: ",")
    print(#"{"cancelled":\#(cancelled),"returned":\#(returned),"failures":[\#(names)]}"#)
  }

  private static func crash(_ server: URL, token: String) async throws {
    let audd = try AudD(apiToken: token, apiBase: server)
    let streams = await audd.streams
    do {
      try await audd.recognize(.data(Data(count: 1000)))
    } catch {
      dump(error)
      print(error, error.localizedDescription)
    }
    dump(audd)
    dump(streams)
    fflush(nil)
    fatalError("\(audd) \(streams) \(String(reflecting: audd))")
  }

  /// A line of the process's own account, in kilobytes.
  private static func memory(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  private static func descriptors() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }
}
