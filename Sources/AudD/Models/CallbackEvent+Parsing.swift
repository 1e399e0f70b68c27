import Foundation

extension CallbackEvent {
  /// Reads the body that the server posts.
  init(body: Data) throws(AudDError) {
    let text = String(decoding: body, as: UTF8.self)
    guard let fields = JSONValue(parsing: body)?.fields else {
      throw .serializationError(message: "the callback is no JSON object", rawText: text)
    }
    try self.init(fields: fields, text: text)
  }

  /// Reads a body that has been parsed. Which of the two it is lies in the key: `notification` first,
  /// then `result`.
  ///
  /// - Parameter text: what an error repeats of the body.
  init(fields: [String: JSONValue], text: String) throws(AudDError) {
    if let value = fields["notification"] {
      guard let notification = value.fields else {
        throw .serializationError(message: "the notification is no object", rawText: text)
      }
      self = .notification(.init(notification, of: fields))
    } else if let value = fields["result"] {
      guard let result = value.fields else {
        throw .serializationError(message: "the result is no object", rawText: text)
      }
      guard let match = StreamCallbackMatch(result, of: fields) else {
        throw .serializationError(message: "the result names no song", rawText: text)
      }
      self = .match(match)
    } else {
      throw .serializationError(
        message: "there is neither a result nor a notification", rawText: text)
    }
  }
}

extension StreamCallbackMatch {
  /// `nil` when there is no song.
  fileprivate init?(_ result: [String: JSONValue], of body: [String: JSONValue]) {
    var fields = FieldReader(result)
    let songs: [StreamCallbackSong] = fields.objects("results") ?? []
    guard let best = songs.first else { return nil }
    song = best
    alternatives = Array(songs.dropFirst())
    radioID = fields.int("radio_id") ?? 0
    timestamp = fields.string("timestamp")
    playLength = fields.int("play_length")
    extras = fields.extras
    rawResponse = AnyCodable(json: .object(body))
  }
}

extension StreamCallbackNotification {
  fileprivate init(_ notification: [String: JSONValue], of body: [String: JSONValue]) {
    var fields = FieldReader(notification)
    radioID = fields.int("radio_id") ?? 0
    streamRunning = fields.bool("stream_running")
    notificationCode = fields.int("notification_code") ?? 0
    notificationMessage = fields.string("notification_message") ?? ""
    time = body["time"]?.coercedInt
    extras = fields.extras
    rawResponse = AnyCodable(json: .object(body))
  }
}
