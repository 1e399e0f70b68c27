public import Foundation

/// Why a call failed.
///
/// Cancelling is not among the cases: a call whose task is cancelled throws `CancellationError`.
/// No case carries the API token.
///
/// *Thread-safe*: a value.
public enum AudDError: Error, Sendable {
  /// The server understood the call and said no. ``AudDAPIErrorDetail/kind`` says what may help.
  case api(AudDAPIErrorDetail)
  /// The server, or a gateway before it, answered with an HTTP error that does not speak the API's
  /// language, or with a status that this module does not know.
  case serverError(httpStatus: Int, message: String, requestID: String?, rawText: String)
  /// No answer came: the name could not be resolved, the connection broke, or time ran out.
  case connection(message: String, underlying: (any Error)?)
  /// An answer came that is not JSON, or not of the expected form.
  case serializationError(message: String, rawText: String)
  /// A value handed to a method cannot be used. Nothing was sent.
  case invalidArgument(String)
  /// The audio could not be read from where it should come from. Nothing was sent.
  case unsupportedSource(String)
  /// The client is not set up: no token, or closed already. Nothing was sent.
  case configuration(String)
}

extension AudDError: LocalizedError {
  /// One line for people; for an error of the API it starts with its number, `[#900]`.
  public var errorDescription: String? {
    switch self {
    case .api(let detail): "[#\(detail.errorCode)] \(detail.message)"
    case .serverError(let status, let message, _, _): "HTTP \(status): \(message)"
    case .connection(let message, _): "No connection to AudD: \(message)"
    case .serializationError(let message, _): "AudD's answer cannot be read: \(message)"
    case .invalidArgument(let message), .unsupportedSource(let message),
      .configuration(let message):
      message
    }
  }
}

/// What the server said when it refused a call.
///
/// *Thread-safe*: a value.
public struct AudDAPIErrorDetail: Sendable, Equatable {
  /// The family that the number belongs to.
  public let kind: AudDErrorKind
  /// The server's number; 0 when the refusal was made here, before or without an answer of the API.
  public let errorCode: Int
  /// The server's words.
  public let message: String
  /// The HTTP status, which is 200 for nearly all errors of the API.
  public let httpStatus: Int
  /// The `X-Request-Id` of the answer, for asking AudD about it.
  public let requestID: String?
  /// The parameters as the server understood them, with the token masked.
  public let requestedParams: [String: AnyCodable]
  /// The method of the API that the server saw, such as `recognize`.
  public let requestMethod: String?
  /// Text that the server sent in place of a song, for showing to people.
  public let brandedMessage: String?
  /// The whole answer.
  public let rawResponse: AnyCodable?

  /// Makes a detail.
  public init(
    kind: AudDErrorKind, errorCode: Int, message: String, httpStatus: Int, requestID: String?,
    requestedParams: [String: AnyCodable] = [:], requestMethod: String? = nil,
    brandedMessage: String? = nil, rawResponse: AnyCodable? = nil
  ) {
    self.kind = kind
    self.errorCode = errorCode
    self.message = message
    self.httpStatus = httpStatus
    self.requestID = requestID
    self.requestedParams = requestedParams
    self.requestMethod = requestMethod
    self.brandedMessage = brandedMessage
    self.rawResponse = rawResponse
  }
}
