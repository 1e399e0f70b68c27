import Foundation
import HTTPTestSupport
import Testing

@testable import AudD

struct CancellationTests {
  /// How long it takes from cancelling to the return of the call and to the end of the connection, in
  /// milliseconds. The client is in a process of its own, which other tests do not keep busy.
  private func measure(
    _ script: ScriptedAudD, file: URL
  ) async throws -> (returns: [Double], disconnects: [Double]) {
    let output = try await Probe.run("cancel", script.apiBase.absoluteString, file.path)
    let fields = try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [String: Any]
    let cancelled = try #require(fields?["cancelled"] as? [Int], "\(output.text)")
    let returned = try #require(fields?["returned"] as? [Int])
    #expect(fields?["failures"] as? [String] == Array(repeating: "CancellationError", count: 7))
    #expect(await script.server.log.wait { $0.disconnects.count == 7 })
    // None was tried again.
    #expect(script.requests.count <= 7)
    let disconnected = script.server.log.disconnects.map { Int($0) }
    return (
      zip(returned, cancelled).map { Double($0 - $1) / 1e6 }.sorted(),
      zip(disconnected, cancelled).map { Double($0 - $1) / 1e6 }.sorted()
    )
  }

  private func check(_ script: ScriptedAudD, _ file: TemporaryFile) async throws {
    defer { file.remove() }
    let times = try await measure(script, file: file.url)
    try #require(times.returns.count == 7 && times.disconnects.count == 7)
    // The machine may be busy, so the middle of seven counts.
    #expect(times.returns[3] < 100, "returned after \(times.returns) ms")
    #expect(times.disconnects[3] < 100, "broke off after \(times.disconnects) ms")
  }

  @Test("Row 119. Cancelling breaks the transfer off within 100 ms, while the server is silent")
  func cancelWhileWaiting() async throws {
    let script = ScriptedAudD()
    script.always(.silence, for: "recognize")
    try await check(script, TemporaryFile(clip))
  }

  @Test("Row 119. Cancelling breaks the transfer off within 100 ms, in the middle of an upload")
  func cancelWhileSending() async throws {
    // Far more than can be sent meanwhile.
    try await check(ScriptedAudD(), TemporaryFile(emptyBytes: 100 << 30))
  }

  @Test("Row 119. Cancelling breaks the transfer off within 100 ms, in the middle of the answer")
  func cancelWhileReceiving() async throws {
    let script = ScriptedAudD()
    script.always(.stall(Array(#"{"status":"#.utf8), declared: 1000), for: "recognize")
    try await check(script, TemporaryFile(clip))
  }

  @Test("Row 119. Cancelling ends a pause between two attempts, and there is no further one")
  func cancelBetweenAttempts() async throws {
    let script = ScriptedAudD()
    script.always(.status(500), for: "recognize")
    let audd = try script.client(backoffFactor: 30)
    let task = Task { try await audd.recognize(.data(clip)) }
    #expect(await script.server.log.wait { $0.requests.count == 1 })
    try await Task.sleep(for: .milliseconds(50))
    let start = ContinuousClock.now
    task.cancel()
    let error = await failure { try await task.value }
    #expect(error is CancellationError)
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(script.requests.count == 1)
  }

  @Test("Row 119. A task that is cancelled already sends nothing")
  func cancelBeforehand() async throws {
    let script = ScriptedAudD()
    let audd = try script.client()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await audd.recognize(.data(clip))
    }
    task.cancel()
    #expect(await failure { try await task.value } is CancellationError)
    #expect(script.requests.isEmpty)
  }

  @Test("Row 119. Cancelling whoever waits for a poll ends the poll and its transfer")
  func cancelPoll() async throws {
    let script = ScriptedAudD()
    script.callbackURL = "https://audd.tech/empty/"
    let options = LongpollOptions(timeout: 50, skipCallbackCheck: true)
    let poll = try await script.client().streams.longpoll(category: "c", options: options)
    #expect(await script.server.log.wait { $0.requests.count == 1 })
    let reader = Task { for await _ in poll.matches {} }
    try await Task.sleep(for: .milliseconds(20))
    reader.cancel()
    await reader.value
    for await error in poll.errors { Issue.record(error) }
    for await _ in poll.notifications {}
  }

  @Test("Row 119. Closing a poll ends it at once, and twice is once")
  func closePoll() async throws {
    let script = ScriptedAudD()
    let options = LongpollOptions(timeout: 50, skipCallbackCheck: true)
    let poll = try await script.client().streams.longpoll(category: "c", options: options)
    #expect(await script.server.log.wait { $0.requests.count == 1 })
    let start = ContinuousClock.now
    await poll.close()
    await poll.close()
    #expect(ContinuousClock.now - start < .seconds(10))
    for await error in poll.errors { Issue.record(error) }
  }

  @Test("Row 119. Closing the client lets calls finish, refuses later ones, and twice is once")
  func closeClient() async throws {
    let script = ScriptedAudD()
    script.inject(
      .json(#"{"status":"success","result":{"title":"late"}}"#).after(seconds: 0.2),
      into: "recognize")
    let audd = try script.client()
    let underWay = Task { try await audd.recognize(.data(clip)) }
    #expect(await script.server.log.wait { $0.requests.count == 1 })
    await audd.close()
    await audd.close()
    #expect(try await underWay.value?.title == "late")
    let error = await failure { try await audd.recognize(.data(clip)) }
    #expect(error.caseName == "configuration")
    #expect(script.requests.count == 1)
  }
}
