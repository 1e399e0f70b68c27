import Foundation
import HTTPTestSupport
import Testing

@testable import AudD

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct TimeoutTests {
  private func transport(_ timeouts: Timeouts, _ clock: ManualClock) -> URLSessionTransport {
    URLSessionTransport(injected: nil, timeouts: timeouts, clock: clock)
  }

  private func request(_ server: LoopbackServer, wait: Duration? = nil) throws -> HTTPRequest {
    let url = try #require(URL(string: server.address("/")))
    guard let wait else { return HTTPRequest(url: url, body: .form([])) }
    return HTTPRequest(url: url, body: nil, expectedWait: wait)
  }

  @Test("Row 122. The limits are 30 and 60 seconds, 30 and an hour, 10 and 120")
  func limits() {
    #expect(Timeouts.standard == Timeouts(connect: .seconds(30), total: .seconds(60)))
    #expect(Timeouts.enterprise == Timeouts(connect: .seconds(30), total: .seconds(3600)))
    #expect(Timeouts.consumer == Timeouts(connect: .seconds(10), total: .seconds(120)))
  }

  @Test(
    "Row 122. A server that has the request may be silent up to the limit of the whole",
    arguments: [Timeouts.standard, .enterprise])
  func silentServer(timeouts: Timeouts) async throws {
    let clock = ManualClock()
    let server = LoopbackServer(["/": .silence])
    let transport = transport(timeouts, clock)
    let request = HTTPRequest(
      url: try #require(URL(string: server.address("/"))),
      body: .form([FormField(name: "a", value: "b")]))
    let answer = Task { try await transport.send(request) }
    #expect(await server.log.wait { $0.requests.count == 1 && clock.sleeperCount == 1 })
    // The limit for connecting passes without harm.
    clock.advance(by: timeouts.connect)
    #expect(await server.log.wait { _ in clock.sleeperCount == 1 })
    clock.advance(by: timeouts.total - timeouts.connect - .milliseconds(1))
    try await Task.sleep(for: .milliseconds(50))
    #expect(server.log.openConnections == 1)
    clock.advance(by: .milliseconds(1))
    let error = await failure { try await answer.value }
    #expect((error as? URLError)?.code == .timedOut)
    #expect(await server.log.wait { $0.openConnections == 0 })
  }

  @Test("Row 122. A connection that does not come about is given up at its own limit")
  func noConnection() async throws {
    // An address of the documentation (RFC 5737) that nothing answers from.
    let clock = ManualClock()
    let transport = transport(.standard, clock)
    let url = try #require(URL(string: "http://192.0.2.1:9/"))
    let request = HTTPRequest(url: url, body: .form([FormField(name: "a", value: "b")]))
    let answer = Task { try await transport.send(request) }
    let ended = Collector<Bool>()
    Task {
      _ = await answer.result
      ended.add(true)
    }
    let log = LoopbackServer([:]).log
    #expect(await log.wait { _ in clock.sleeperCount == 1 || !ended.values.isEmpty })
    clock.advance(by: .seconds(30))
    let error = await failure { try await answer.value }
    // Where there is no network at all, it fails even sooner.
    let code = (error as? URLError)?.code
    #expect(code != nil && code != .cancelled, "\(String(describing: error))")
    #expect(clock.sleeperCount == 0)
  }

  @Test("Row 122. A poll may last as long as it was asked to, and the time for connecting more")
  func poll() async throws {
    let clock = ManualClock()
    let server = LoopbackServer(["/": .silence])
    for (timeouts, wait, due) in [
      (Timeouts.consumer, 50, 60), (.consumer, 90, 100), (.standard, 50, 80), (.standard, 90, 120),
    ] {
      server.log.clear()
      let transport = transport(timeouts, clock)
      let request = try request(server, wait: .seconds(wait))
      let answer = Task { try await transport.send(request) }
      #expect(await server.log.wait { $0.requests.count == 1 && clock.sleeperCount == 1 })
      clock.advance(by: .seconds(due) - .milliseconds(1))
      try await Task.sleep(for: .milliseconds(20))
      #expect(server.log.openConnections == 1, "\(wait)")
      clock.advance(by: .milliseconds(1))
      let error = await failure { try await answer.value }
      #expect((error as? URLError)?.code == .timedOut, "\(String(describing: error))")
      #expect(await server.log.wait { $0.openConnections == 0 })
    }
  }
}
