import Foundation

/// An answer of the server, and what it means.
struct Envelope {
  let answer: HTTPAnswer
  /// The token of the call, so that no error repeats it.
  let token: String?

  /// The text of the answer without the token.
  var text: String { hiding(String(decoding: answer.data, as: UTF8.self)) }

  /// The object that a success carries.
  ///
  /// - Parameter isUpload: the call adds to the custom catalog, whose lack of access has an error of
  ///   its own.
  func success(isUpload: Bool = false) throws -> [String: JSONValue] {
    let body = try object()
    switch body["status"] {
    case .string("success") where answer.status < 400: return body
    case .string("error"):
      if let body = deprecated(body) { return body }
      throw AudDError.api(
        APIRefusal(body, answer: answer, hiding: hiding).detail(isUpload: isUpload))
    default:
      // A success with an HTTP error is none; an unknown word neither.
      let status = body["status"]?.coercedString ?? "none"
      throw failure("unexpected status \(hiding(status))")
    }
  }

  /// The object, whatever its status.
  func object() throws -> [String: JSONValue] {
    if let body = JSONValue(parsing: answer.data)?.fields { return body }
    if answer.status == 429 {
      throw AudDError.api(
        AudDAPIErrorDetail(
          kind: .rateLimit, errorCode: 0, message: "Too many requests (HTTP 429).",
          httpStatus: 429, requestID: answer.requestID))
    }
    if answer.status >= 400 { throw failure("the answer is no JSON object") }
    throw AudDError.serializationError(message: "the answer is no JSON object", rawText: text)
  }

  func failure(_ problem: String) -> AudDError {
    .serverError(
      httpStatus: answer.status, message: problem, requestID: answer.requestID, rawText: text)
  }

  /// An answer to a deprecated parameter (code 51) that has a result all the same: the result counts.
  private func deprecated(_ body: [String: JSONValue]) -> [String: JSONValue]? {
    guard let error = body["error"]?.fields, error["error_code"]?.coercedInt == 51,
      let result = body["result"], result != .null
    else { return nil }
    AudDLog.deprecation(hiding(error["error_message"]?.coercedString ?? "a parameter"))
    var body = body
    body["error"] = nil
    return body
  }

  /// Replaces the token where a server repeats it. The public ones, `test` and the like, are words.
  private func hiding(_ text: String) -> String {
    guard let token, token.count >= 8 else { return text }
    return text.replacingOccurrences(of: token, with: "***")
  }
}
