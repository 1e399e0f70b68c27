import Foundation
import Synchronization

@testable import AudD

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A way to the server that leads nowhere: its attempts end as a script says.
final class ScriptedTransport: HTTPTransport {
  enum Outcome: Sendable {
    case answer(Int, String)
    case failure(URLError.Code)
  }

  private let outcome: @Sendable (_ attempt: Int) -> Outcome
  private let state = Mutex<[HTTPRequest]>([])

  init(_ outcome: @escaping @Sendable (_ attempt: Int) -> Outcome) {
    self.outcome = outcome
  }

  var requests: [HTTPRequest] { state.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
    let attempt = state.withLock { requests in
      requests.append(request)
      return requests.count
    }
    switch outcome(attempt) {
    case .answer(let status, let body):
      return HTTPAnswer(status: status, requestID: nil, data: Data(body.utf8))
    case .failure(let code):
      throw URLError(code)
    }
  }

  func close() {}

  /// A client that has only this way.
  func client(
    attempts: Int, clock: some Clock<Duration>, backoffFactor: Double = 0.5,
    random: @escaping @Sendable () -> Double = { 0.5 }
  ) throws -> AudD {
    try AudD(
      apiToken: "tok", apiBase: AudD.apiBase, enterpriseBase: AudD.enterpriseBase,
      transports: .init(standard: self, enterprise: self, polling: self),
      retrying: Retrying(
        maximumAttempts: attempts, backoffFactor: backoffFactor, clock: clock, random: random),
      onEvent: nil)
  }
}
