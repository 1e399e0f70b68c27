import Foundation
import HTTPTestSupport
import Testing

@testable import AudD

struct LoadTests {
  @Test(.timeLimit(.minutes(10)))
  func aThousandRecognitionsAtOnceFailNeverAndLeaveNothing() async throws {
    let script = ScriptedAudD()
    let output = try await Probe.run("load", script.apiBase.absoluteString, "1000")
    #expect(output.number("failures") == 0, "\(output.text)")
    #expect(script.requests("recognize").count == 1001)
    let peak = try #require(output.number("peak"), "\(output.text)")
    #expect(peak <= 150_000, "\(peak) kB at most")
    let descriptorsLeft = try #require(output.number("descriptorsLeft"))
    #expect(descriptorsLeft <= 0, "\(descriptorsLeft)")
    #expect(output.text.contains(#""clientLeft":false"#))
    #expect(await script.server.log.wait { $0.openConnections == 0 })
  }

  @Test func noWatchdogOutlivesItsCall() async throws {
    let clock = ManualClock()
    let script = ScriptedAudD()
    let transport = URLSessionTransport(injected: nil, timeouts: .standard, clock: clock)
    let audd = try AudD(
      apiToken: "tok", apiBase: script.apiBase, enterpriseBase: script.enterpriseBase,
      transports: .init(standard: transport, enterprise: transport, polling: transport),
      retrying: Retrying(maximumAttempts: 1, backoffFactor: 0, clock: clock, random: { 0 }),
      onEvent: nil)
    await withTaskGroup { group in
      for _ in 0..<200 { group.addTask { _ = try? await audd.recognize(.data(clip)) } }
    }
    #expect(script.requests.count == 200)
    #expect(await script.server.log.wait { _ in clock.sleeperCount == 0 })
  }

  @Test(.timeLimit(.minutes(10)))
  func aLargeFileIsNeverInMemoryWhole() async throws {
    let size = 300 << 20
    let file = try TemporaryFile(emptyBytes: UInt64(size))
    defer { file.remove() }
    let script = ScriptedAudD()
    script.result(#"{"title":"Loop"}"#, for: "recognize")
    let output = try await Probe.run("upload", script.apiBase.absoluteString, file.url.path)
    let growth = try #require(output.number("growth"), "\(output.text)")
    #expect(growth < 20_000, "\(growth) kB more for \(size >> 10) kB")
    let request = try #require(script.requests.last)
    #expect(request.bodyLength > size)
    #expect(request.header("Content-Length") == String(request.bodyLength))
  }

  @Test func aFileThatShrinksWhileItIsSentIsAnError() async throws {
    let file = try TemporaryFile(Data(count: 8 << 20))
    defer { file.remove() }
    let script = ScriptedAudD()
    let url = try #require(URL(string: script.server.address("/")))
    let body = RequestBody.multipart(
      [], file: FilePart(name: "a", content: .file(file.url, length: 16 << 20)))
    let transport = URLSessionTransport(
      injected: nil, timeouts: .standard, clock: ContinuousClock())
    let error = await failure { try await transport.send(HTTPRequest(url: url, body: body)) }
    #expect(error.caseName == "unsupportedSource", "\(String(describing: error))")
    #expect(script.requests.isEmpty)
  }
}
