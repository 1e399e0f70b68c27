/// Makes the answers with the status `error`, with the echo of the parameters that the API gives.
struct ScriptedRefusal {
  let method: String
  let httpMethod: String
  let fields: [String: String]

  func callAsFunction(_ code: Int) -> Answer {
    .json(ScriptedRefusal.body(code, method: method, httpMethod: httpMethod, fields: fields))
  }

  static func body(
    _ code: Int, method: String = "recognize", httpMethod: String = "POST",
    fields: [String: String] = [:]
  ) -> String {
    var fields = fields
    if let token = fields["api_token"] { fields["api_token"] = mask(token) }
    let isEnterprise = method == "recognizeEnterprise"
    if isEnterprise { fields["method"] = "recognize" }
    let echo = fields.sorted { $0.key < $1.key }.map { "\($0.quoted):\($1.quoted)" }
    // The host for long files names the echo differently.
    let tail =
      isEnterprise
      ? #""requested_params":{\#(echo.joined(separator: ","))},"execution_time":"1.46ms""#
      : #""request_params":{\#(echo.joined(separator: ","))},"request_api_method":"\#(method)","#
        + #""request_http_method":"\#(httpMethod)","see api documentation":"https://docs.audd.io","#
        + #""contact us":"api@audd.io""#
    let message = "Refused with \(code)."
    return
      #"{"status":"error","error":{"error_code":\#(code),"error_message":"\#(message)"},\#(tail)}"#
  }

  private static func mask(_ token: String) -> String {
    "\(token.prefix(1))***\(token.suffix(1))"
  }
}

extension ScriptedAudD {
  /// An answer with the status `error`.
  public static func refusal(_ code: Int, method: String = "recognize") -> Answer {
    .json(ScriptedRefusal.body(code, method: method))
  }
}
