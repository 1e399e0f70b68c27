import Foundation

extension AudD {
  /// Recognizes the song in a clip that the server fetches from an address.
  ///
  /// - Parameters:
  ///   - urlString: an `http` or `https` address.
  ///   - return: the services whose data to add: `apple_music`, `spotify`, `deezer`, `napster`,
  ///     `musicbrainz`. Each makes the answer later.
  ///   - market: the country whose Apple Music is asked, such as `GB`.
  ///   - extraParameters: further parameters of the API. Those above win.
  /// - Returns: `nil` when nothing was recognized.
  /// - Throws: ``AudDError``, or `CancellationError`.
  @discardableResult
  public func recognize(
    _ urlString: String, return: [String]? = nil, market: String? = nil,
    extraParameters: [String: String]? = nil
  ) async throws -> RecognitionResult? {
    guard let url = URL(string: urlString), url.isOnTheWeb else {
      throw AudDError.invalidArgument("\(urlString) is no http or https address.")
    }
    return try await recognize(
      .url(url), return: `return`, market: market, extraParameters: extraParameters)
  }

  /// Recognizes the song in a clip of 5 to 25 seconds, of which the server hears the first 12.
  ///
  /// - Parameters:
  ///   - source: where the clip comes from.
  ///   - return: the services whose data to add: `apple_music`, `spotify`, `deezer`, `napster`,
  ///     `musicbrainz`. Each makes the answer later.
  ///   - market: the country whose Apple Music is asked, such as `GB`.
  ///   - extraParameters: further parameters of the API. Those above win.
  /// - Returns: `nil` when nothing was recognized.
  /// - Throws: ``AudDError``, or `CancellationError`.
  @discardableResult
  public func recognize(
    _ source: Source, return: [String]? = nil, market: String? = nil,
    extraParameters: [String: String]? = nil
  ) async throws -> RecognitionResult? {
    var fields = FormField.extra(extraParameters)
    fields.set("return", `return`?.joined(separator: ","))
    fields.set("market", market)
    let call = try await Call.upload(
      "recognize", to: requester.apiBase.endpoint(nil), source: source, fields: fields,
      retryClass: .recognition)
    return try await requester.perform(call) { envelope in
      try envelope.success()["result"].flatMap(RecognitionResult.init(value:))
    }
  }

  /// Recognizes the song at an address: the same with the label of later versions of the service's
  /// own client.
  @discardableResult
  public func recognize(
    _ urlString: String, returnMetadata: [String]?, market: String? = nil,
    extraParameters: [String: String]? = nil
  ) async throws -> RecognitionResult? {
    try await recognize(
      urlString, return: returnMetadata, market: market, extraParameters: extraParameters)
  }

  /// Recognizes the song in a clip: the same with the label of later versions of the service's own
  /// client.
  @discardableResult
  public func recognize(
    _ source: Source, returnMetadata: [String]?, market: String? = nil,
    extraParameters: [String: String]? = nil
  ) async throws -> RecognitionResult? {
    try await recognize(
      source, return: returnMetadata, market: market, extraParameters: extraParameters)
  }
}

extension FormField {
  /// In the order of their names, so that the same call always looks the same.
  static func extra(_ parameters: [String: String]?) -> [FormField] {
    (parameters ?? [:]).sorted { $0.key < $1.key }.map { FormField(name: $0.key, value: $0.value) }
  }
}

extension Call {
  /// A call with audio. Looking at the audio may wait for the disk, so it happens on no actor.
  @concurrent
  static func upload(
    _ name: String, to url: URL, source: Source, fields: [FormField], retryClass: RetryClass
  ) async throws -> Call {
    let source = try source.prepare()
    return Call(name: name, url: url, retryClass: retryClass) { token in
      var fields = fields
      fields.set("api_token", token)
      return HTTPRequest(url: url, body: try source.body(fields))
    }
  }
}

extension URL {
  /// The address of a method. The API's end with a slash.
  func endpoint(_ method: String?) -> URL {
    appending(path: method ?? "", directoryHint: .isDirectory)
  }
}
