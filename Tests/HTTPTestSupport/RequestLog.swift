import Dispatch
import Synchronization

/// What a server has been asked.
public final class RequestLog: Sendable {
  private struct State {
    var requests: [ReceivedRequest] = []
    var openConnections = 0
    var mostConnections = 0
    var disconnects: [UInt64] = []
  }

  private let state = Mutex(State())

  init() {}

  /// All requests in the order they came.
  public var requests: [ReceivedRequest] { state.withLock { $0.requests } }

  /// How many connections there are now.
  public var openConnections: Int { state.withLock { $0.openConnections } }

  /// How many connections there were at most.
  public var mostConnections: Int { state.withLock { $0.mostConnections } }

  /// When connections ended, in nanoseconds of the machine's uptime.
  public var disconnects: [UInt64] { state.withLock { $0.disconnects } }

  /// Forgets all requests.
  public func clear() { state.withLock { $0.requests = [] } }

  /// Waits until something is so, and says whether it became so in time.
  public func wait(
    atMost limit: Duration = .seconds(60), until condition: @Sendable (RequestLog) -> Bool
  ) async -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while !condition(self) {
      guard clock.now < deadline else { return false }
      try? await clock.sleep(for: .milliseconds(1))
    }
    return true
  }

  func add(_ request: ReceivedRequest) { state.withLock { $0.requests.append(request) } }

  func connectionOpened() {
    state.withLock {
      $0.openConnections += 1
      $0.mostConnections = max($0.mostConnections, $0.openConnections)
    }
  }

  func connectionClosed() {
    state.withLock {
      $0.openConnections -= 1
      $0.disconnects.append(DispatchTime.now().uptimeNanoseconds)
    }
  }
}
