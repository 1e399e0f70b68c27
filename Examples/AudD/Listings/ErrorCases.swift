import AudD

/// All cases of the error, without a default.
func describe(_ error: AudDError) -> String {
  switch error {
  case .api(let detail):
    "\(detail.kind) \(detail.errorCode) \(detail.httpStatus) \(detail.requestedParams.count)"
  case .serverError(let httpStatus, let message, let requestID, let rawText):
    "\(httpStatus) \(message) \(requestID ?? "-") \(rawText.count)"
  case .connection(let message, let underlying): "\(message) \(underlying == nil)"
  case .serializationError(let message, let rawText): "\(message) \(rawText.count)"
  case .invalidArgument(let message), .unsupportedSource(let message),
    .configuration(let message):
    message
  }
}

/// What a wrong token looks like.
func errorCases() async throws {
  do {
    let audd = try AudD(apiToken: "wrong")
    try await audd.recognize("https://audd.tech/example.mp3")
  } catch let error as AudDError {
    print(describe(error), error.localizedDescription)
  }
}
