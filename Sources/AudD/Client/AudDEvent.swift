public import Foundation

/// What happened to a call, for logs and measurements.
///
/// Each call gives one ``Kind/request`` when it starts and, whatever the number of attempts, one
/// ``Kind/response`` or ``Kind/exception`` when it ends; an answer that turns out to be an error gives
/// both. No event carries the API token or the content of a request.
///
/// *Thread-safe*: a value.
public struct AudDEvent: Sendable {
  /// The phases of a call.
  public enum Kind: String, Sendable {
    /// The call is about to be sent.
    case request
    /// An answer has come.
    case response
    /// The call has failed: no answer came, or it was an error.
    case exception
  }

  /// The phase.
  public let kind: Kind
  /// The method, such as `recognize` or `addStream`.
  public let method: String
  /// The address, without parameters.
  public let url: String
  /// The server's `X-Request-Id`.
  public let requestId: String?
  /// The HTTP status.
  public let httpStatus: Int?
  /// The seconds since the start of the call, all attempts included.
  public let elapsed: TimeInterval?
  /// The number of the API's error.
  public let errorCode: Int?
  /// More, by name; `error_type` for an exception.
  public let extras: [String: AnyCodable]

  /// Makes an event.
  public init(
    kind: Kind, method: String, url: String, requestId: String? = nil, httpStatus: Int? = nil,
    elapsed: TimeInterval? = nil, errorCode: Int? = nil, extras: [String: AnyCodable] = [:]
  ) {
    self.kind = kind
    self.method = method
    self.url = url
    self.requestId = requestId
    self.httpStatus = httpStatus
    self.elapsed = elapsed
    self.errorCode = errorCode
    self.extras = extras
  }
}

/// Receives the events of a client, on any thread. What it throws is dropped: watching a call never
/// breaks it.
public typealias AudDEventHook = @Sendable (AudDEvent) throws -> Void
