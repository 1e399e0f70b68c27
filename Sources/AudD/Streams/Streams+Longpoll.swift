import Foundation
import Synchronization

/// How to poll the events of a stream.
///
/// *Thread-safe*: a value.
public struct LongpollOptions: Sendable, Equatable {
  /// The server's time in milliseconds from which on events count; without one, from now on.
  public var sinceTime: Int?
  /// How many seconds the server waits for an event before it answers that there was none, 1 to 90.
  public var timeout: Int
  /// Whether to leave out the question whether a callback URL is set, without which no event ever
  /// comes.
  public var skipCallbackCheck: Bool

  /// Makes options.
  public init(sinceTime: Int? = nil, timeout: Int = 50, skipCallbackCheck: Bool = false) {
    self.sinceTime = sinceTime
    self.timeout = timeout
    self.skipCallbackCheck = skipCallbackCheck
  }
}

extension Streams {
  /// Polls the events of a stream until it is closed.
  ///
  /// - Throws: ``AudDError``, or `CancellationError`; of the kind
  ///   ``AudDErrorKind/invalidRequest`` when no callback URL is set.
  public func longpoll(
    radioID: some BinaryInteger, options: LongpollOptions = LongpollOptions()
  ) async throws -> LongpollPoll {
    try await longpoll(category: deriveLongpollCategory(radioID: radioID), options: options)
  }

  /// Polls the events of a stream, named by its category, until it is closed.
  ///
  /// - Throws: ``AudDError``, or `CancellationError`; of the kind
  ///   ``AudDErrorKind/invalidRequest`` when no callback URL is set.
  public func longpoll(
    category: String, options: LongpollOptions = LongpollOptions()
  ) async throws -> LongpollPoll {
    if !options.skipCallbackCheck { try await checkCallbackURL() }
    let poller = LongpollPoller(
      requester: requester, endpoint: requester.apiBase.endpoint("longpoll"), category: category,
      timeout: options.timeout)
    return LongpollPoll(poller, since: options.sinceTime)
  }

  /// Asks once for each token: a callback URL can be replaced but not taken away.
  private func checkCallbackURL() async throws {
    guard !requester.hasCallbackURL.withLock({ $0 }) else { return }
    do {
      _ = try await getCallbackURL()
      requester.hasCallbackURL.withLock { $0 = true }
    } catch AudDError.api(let detail) where detail.errorCode == 19 {
      throw AudDError.api(
        AudDAPIErrorDetail(
          kind: .invalidRequest, errorCode: 0,
          message: """
            No event would ever come, because no callback URL is set for the account. Set one with \
            streams.setCallbackURL; https://audd.tech/empty/ will do if you only poll. To poll \
            without this check, pass skipCallbackCheck: true.
            """,
          httpStatus: detail.httpStatus, requestID: detail.requestID))
    }
  }
}
