import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tells the hook how a call is getting on.
struct EventReport {
  let hook: AudDEventHook?
  let call: Call
  let elapsed: () -> TimeInterval

  func request() {
    emit(AudDEvent(kind: .request, method: call.name, url: call.url.absoluteString))
  }

  func response(_ answer: HTTPAnswer) {
    emit(
      AudDEvent(
        kind: .response, method: call.name, url: call.url.absoluteString,
        requestId: answer.requestID, httpStatus: answer.status, elapsed: elapsed()))
  }

  func exception(_ error: any Error, answer: HTTPAnswer?) {
    var code: Int?
    if case AudDError.api(let detail) = error { code = detail.errorCode }
    emit(
      AudDEvent(
        kind: .exception, method: call.name, url: call.url.absoluteString,
        requestId: answer?.requestID, httpStatus: answer?.status, elapsed: elapsed(),
        errorCode: code, extras: ["error_type": AnyCodable(EventReport.name(of: error))]))
  }

  /// The kind of an error and nothing of its content.
  private static func name(of error: any Error) -> String {
    switch error {
    case AudDError.api: "api"
    case AudDError.serverError: "serverError"
    case AudDError.connection: "connection"
    case AudDError.serializationError: "serializationError"
    case AudDError.invalidArgument: "invalidArgument"
    case AudDError.unsupportedSource: "unsupportedSource"
    case AudDError.configuration: "configuration"
    case let error as URLError: "URLError \(error.code.rawValue)"
    default: String(describing: type(of: error))
    }
  }

  private func emit(_ event: AudDEvent) {
    try? hook?(event)
  }
}

extension Clock<Duration> {
  func seconds(since start: some InstantProtocol) -> TimeInterval {
    guard let start = start as? Instant else { return 0 }
    return start.duration(to: now) / .seconds(1)
  }
}
