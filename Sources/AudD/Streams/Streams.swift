public import Foundation

/// The streams that the server listens to for you: radio stations and other sound without an end.
///
/// You choose a number for each. Its events come as posts to your callback URL, or by polling; both
/// need a callback URL to be set.
///
/// *Thread-safe*: a value. It always uses the current token of its client.
public struct Streams: Sendable {
  let requester: Requester

  /// Sets the address that events of all streams are posted to. `https://audd.tech/empty/` stands for
  /// nobody, for those who only poll.
  ///
  /// - Parameters:
  ///   - url: an `http` or `https` address.
  ///   - returnMetadata: the services whose data to add to each event. It becomes a part of the
  ///     address, which must not have a parameter `return` already.
  /// - Throws: ``AudDError``, or `CancellationError`.
  public func setCallbackURL(_ url: String, returnMetadata: [String]? = nil) async throws {
    let url = try CallbackAddress.merge(url, returnMetadata)
    try await change("setCallbackUrl", ["url": url])
  }

  /// The address that events are posted to.
  ///
  /// - Throws: ``AudDError``, or `CancellationError`; with the code 19 when none was ever set.
  public func getCallbackURL() async throws -> String {
    try await requester.perform(call("getCallbackUrl", [:], .read)) { envelope in
      guard case .string(let url) = try envelope.success()["result"] else {
        throw AudDError.serializationError(
          message: "the callback URL is no text", rawText: envelope.text)
      }
      return url
    }
  }

  /// Lets the server listen to a stream.
  ///
  /// - Parameters:
  ///   - url: the address of the sound or of a playlist, or `twitch:CHANNEL`, `youtube:VIDEO`,
  ///     `youtube-ch:CHANNEL`.
  ///   - radioID: your number for it.
  ///   - callbacks: `before` sends events when a song starts; otherwise they come when it ends, and
  ///     know how long it was.
  /// - Throws: ``AudDError``, or `CancellationError`.
  public func add(
    url: String, radioID: some BinaryInteger, callbacks: String? = nil
  ) async throws {
    try await change(
      "addStream", ["url": url, "radio_id": String(radioID), "callbacks": callbacks])
  }

  /// Gives a stream another address.
  ///
  /// - Throws: ``AudDError``, or `CancellationError`.
  public func setURL(radioID: some BinaryInteger, url: String) async throws {
    try await change("setStreamUrl", ["radio_id": String(radioID), "url": url])
  }

  /// Ends listening to a stream.
  ///
  /// - Throws: ``AudDError``, or `CancellationError`.
  public func delete(radioID: some BinaryInteger) async throws {
    try await change("deleteStream", ["radio_id": String(radioID)])
  }

  /// All streams of the account.
  ///
  /// - Throws: ``AudDError``, or `CancellationError`.
  public func list() async throws -> [Stream] {
    try await requester.perform(call("getStreams", [:], .read)) { envelope in
      (try envelope.success()["result"]?.elements ?? []).compactMap(Stream.init(value:))
    }
  }

  /// What to poll the events of a stream by. It is computed here, and shows nothing of the token: hand
  /// it to a ``LongpollConsumer`` in a program that must not know the token.
  public func deriveLongpollCategory(radioID: some BinaryInteger) -> String {
    LongpollCategory.derive(token: requester.currentToken, radioID: String(radioID))
  }

  /// Reads the body of a post to the callback URL. Nothing is sent.
  ///
  /// - Throws: ``AudDError/serializationError(message:rawText:)``.
  public func parseCallback(_ body: Data) throws -> CallbackEvent {
    try CallbackEvent(body: body)
  }

  private func change(_ method: String, _ parameters: [String: String?]) async throws {
    let fields = parameters.compactMapValues(\.self)
    try await requester.perform(call(method, fields, .mutating)) { _ = try $0.success() }
  }

  private func call(
    _ method: String, _ parameters: [String: String], _ retryClass: RetryClass
  ) -> Call {
    .form(
      method, to: requester.apiBase.endpoint(method), fields: FormField.extra(parameters),
      retryClass: retryClass)
  }
}
