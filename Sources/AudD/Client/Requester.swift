import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Carries out calls: token, attempts, events, and what an answer means.
final class Requester: Sendable {
  /// The ways to the server, each with its own connections and patience.
  struct Transports: Sendable {
    let standard: any HTTPTransport
    let enterprise: any HTTPTransport
    /// For polls, which hold a connection each for as long as they last.
    let polling: any HTTPTransport

    var all: [any HTTPTransport] { [standard, enterprise, polling] }
  }

  let apiBase: URL
  let enterpriseBase: URL
  let transports: Transports
  let retrying: Retrying
  private let token: Mutex<String>
  private let onEvent: AudDEventHook?
  /// Whether a callback URL is known to be set for the account.
  let hasCallbackURL = Mutex(false)

  init(
    token: String, apiBase: URL, enterpriseBase: URL, transports: Transports, retrying: Retrying,
    onEvent: AudDEventHook?
  ) {
    self.token = Mutex(token)
    self.apiBase = apiBase
    self.enterpriseBase = enterpriseBase
    self.transports = transports
    self.retrying = retrying
    self.onEvent = onEvent
  }

  /// The token that the next call goes out with.
  var currentToken: String {
    get { token.withLock { $0 } }
    set {
      token.withLock { $0 = newValue }
      hasCallbackURL.withLock { $0 = false }
    }
  }

  func close() {
    for transport in transports.all { transport.close() }
  }

  /// Carries out a call and reads its answer, on no actor: what one call reads holds up no other.
  @concurrent
  func perform<Result: Sendable>(
    _ call: Call, reading read: @Sendable (Envelope) throws -> Result
  ) async throws -> Result {
    // The token of this moment holds for all attempts: one that is exchanged meanwhile is for the
    // calls after it.
    let token = currentToken
    let start = retrying.clock.now
    let report = EventReport(hook: onEvent, call: call) { [clock = retrying.clock] in
      clock.seconds(since: start)
    }
    report.request()
    let answer: HTTPAnswer
    do {
      answer = try await retrying.run(call.retryClass) {
        try await transports[keyPath: call.route].send(try call.request(token))
      }
    } catch let error as URLError {
      report.exception(error, answer: nil)
      throw AudDError.connection(message: ConnectionProblem.text(error.code), underlying: error)
    } catch {
      report.exception(error, answer: nil)
      throw error
    }
    report.response(answer)
    do {
      return try read(Envelope(answer: answer, token: token))
    } catch {
      report.exception(error, answer: answer)
      throw error
    }
  }
}

extension Requester: CustomReflectable {
  /// Shows nothing, because `dump` and debuggers would show the token.
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// One call of the API.
struct Call: Sendable {
  /// Its name in events.
  let name: String
  let url: URL
  let retryClass: RetryClass
  var route: any KeyPath<Requester.Transports, any HTTPTransport> & Sendable = \.standard
  /// Makes the request of an attempt, anew each time.
  let request: @Sendable (_ token: String) throws -> HTTPRequest
}
