public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Polls the events of a stream without knowing the token, for programs in other people's hands.
///
/// The category comes from ``Streams/deriveLongpollCategory(radioID:)`` in a program that knows the
/// token, and that sees to it that a callback URL is set.
///
/// *Thread-safe*: it has no state that changes, but for being closed.
public final class LongpollConsumer: Sendable {
  /// Where events are polled.
  public static let longpollURL = AudD.apiBase.endpoint("longpoll")

  private let requester: Requester
  private let category: String
  private let endpoint: URL

  /// Makes a consumer.
  ///
  /// - Parameters:
  ///   - category: what to poll by.
  ///   - urlSession: a session of your own. It keeps its timeouts, which must be longer than a poll,
  ///     and stays valid when the consumer is closed.
  ///   - maxRetries: how often a poll is tried at most, the first time included.
  ///   - backoffFactor: the first pause between two attempts in seconds. It doubles with each.
  ///   - endpoint: another server.
  public init(
    category: String, urlSession: URLSession? = nil, maxRetries: Int = 3,
    backoffFactor: Double = 0.5, endpoint: URL = LongpollConsumer.longpollURL
  ) {
    let clock = ContinuousClock()
    let transport = URLSessionTransport(injected: urlSession, timeouts: .consumer, clock: clock)
    self.category = category
    self.endpoint = endpoint
    requester = Requester(
      token: "", apiBase: endpoint, enterpriseBase: endpoint,
      transports: .init(standard: transport, enterprise: transport, polling: transport),
      retrying: Retrying(
        maximumAttempts: maxRetries, backoffFactor: backoffFactor, clock: clock,
        random: { .random(in: 0..<1) }),
      onEvent: nil)
  }

  /// Starts to poll.
  ///
  /// - Parameters:
  ///   - sinceTime: the server's time in milliseconds from which on events count; without one, from
  ///     now on.
  ///   - timeout: how many seconds the server waits for an event before it answers that there was
  ///     none, 1 to 90.
  public func iterate(sinceTime: Int? = nil, timeout: Int = 50) -> LongpollPoll {
    LongpollPoll(
      LongpollPoller(
        requester: requester, endpoint: endpoint, category: category, timeout: timeout),
      since: sinceTime)
  }

  /// Ends the consumer: polls under way get their answer and then end with an error. Close those
  /// first.
  public func close() {
    requester.close()
  }
}
