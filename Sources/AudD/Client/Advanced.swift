import Foundation

/// Methods of the API that few need.
///
/// *Thread-safe*: a value.
public struct Advanced: Sendable {
  let requester: Requester

  /// Finds songs by words of their lyrics.
  ///
  /// - Throws: ``AudDError``, or `CancellationError`.
  public func findLyrics(_ query: String) async throws -> [LyricsResult] {
    let call = try call("findLyrics", ["q": query])
    return try await requester.perform(call) { envelope in
      (try envelope.success()["result"]?.elements ?? []).compactMap(LyricsResult.init(value:))
    }
  }

  /// Calls a method that has no name here, and hands back the object that the server answers, also
  /// when it reports an error of the API.
  ///
  /// - Parameters:
  ///   - method: the name of the method, as in its address.
  ///   - params: its parameters without the token.
  /// - Throws: ``AudDError``, or `CancellationError`.
  public func rawRequest(
    method: String, params: [String: String] = [:]
  ) async throws -> sending [String: Any] {
    let call = try call(method, params)
    let body = try await requester.perform(call) { try $0.object() }
    return body.mapValues(\.erased)
  }

  private func call(_ method: String, _ params: [String: String]) throws -> Call {
    let name = method.split(separator: "/").joined(separator: "/")
    guard !name.isEmpty,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "_-/".contains($0)) })
    else { throw AudDError.invalidArgument("\"\(method)\" is not the name of a method.") }
    let url = requester.apiBase.endpoint(name)
    return .form(name, to: url, fields: FormField.extra(params), retryClass: .recognition)
  }
}

extension Call {
  /// A call without audio.
  static func form(
    _ name: String, to url: URL, fields: [FormField], retryClass: RetryClass
  ) -> Call {
    Call(name: name, url: url, retryClass: retryClass) { token in
      var fields = fields
      fields.set("api_token", token)
      return HTTPRequest(url: url, body: .form(fields))
    }
  }
}
