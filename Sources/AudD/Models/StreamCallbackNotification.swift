/// A change in the state of a stream.
///
/// *Thread-safe*: a value.
public struct StreamCallbackNotification: Sendable, Equatable {
  /// Your number of the stream.
  public let radioID: Int
  /// Whether the server hears the stream.
  public let streamRunning: Bool?
  /// What happened: 0 the stream is fine again, 650 no connection to it, 651 no music in it.
  public let notificationCode: Int
  /// The same in words.
  public let notificationMessage: String
  /// When, in seconds since 1970.
  public let time: Int?
  /// What the server sent beyond these.
  public let extras: [String: AnyCodable]
  /// The whole body as it came.
  public let rawResponse: AnyCodable
}
