/// An answer with the status `error`.
struct APIRefusal {
  private let body: [String: JSONValue]
  private let answer: HTTPAnswer

  init(_ body: [String: JSONValue], answer: HTTPAnswer, hiding: (String) -> String) {
    self.body = body.mapValues { $0.mapStrings(hiding) }
    self.answer = answer
  }

  func detail(isUpload: Bool) -> AudDAPIErrorDetail {
    let error = body["error"]
    let code = error?.fields?["error_code"]?.coercedInt ?? 0
    var kind = AudDErrorKind(code: code)
    var message = error?.fields?["error_message"]?.coercedString ?? error?.coercedString ?? ""
    if isUpload, kind == .subscription {
      kind = .customCatalogAccess
      message = APIRefusal.uploadHint(message)
    } else if kind == .server, answer.status == 429 {
      kind = .rateLimit
    }
    // The two hosts name the echo differently.
    let parameters = body["request_params"]?.fields ?? body["requested_params"]?.fields ?? [:]
    return AudDAPIErrorDetail(
      kind: kind, errorCode: code, message: message, httpStatus: answer.status,
      requestID: answer.requestID, requestedParams: parameters.mapValues(AnyCodable.init(json:)),
      requestMethod: body["request_api_method"]?.coercedString
        ?? parameters["method"]?.coercedString,
      brandedMessage: brandedMessage, rawResponse: AnyCodable(json: .object(body)))
  }

  /// Some refusals carry words for people in the place of a song.
  private var brandedMessage: String? {
    let result = body["result"]?.fields
    let parts = ["artist", "title"].compactMap { result?[$0]?.coercedString }
    let words = parts.filter { !$0.isEmpty }
    return words.isEmpty ? nil : words.joined(separator: " — ")
  }

  private static func uploadHint(_ message: String) -> String {
    """
    Your account may not add songs to a catalog of its own; write to api@audd.io for access. \
    Adding is not recognizing: to find out what a recording is, call recognize, or \
    recognizeEnterprise for a long file. [\(message)]
    """
  }
}
