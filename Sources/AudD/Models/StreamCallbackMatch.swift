/// A song that was heard in a stream.
///
/// *Thread-safe*: a value.
public struct StreamCallbackMatch: Sendable, Equatable {
  /// Your number of the stream.
  public let radioID: Int
  /// When it was heard, in coordinated universal time: `2020-04-13 10:31:43`.
  public let timestamp: String?
  /// How long it was heard, in seconds; missing when events are sent at the start of a song.
  public let playLength: Int?
  /// The song that fits best.
  public let song: StreamCallbackSong
  /// Other songs that fit, now and then with another artist or title.
  public let alternatives: [StreamCallbackSong]
  /// What the server sent beyond these.
  public let extras: [String: AnyCodable]
  /// The whole body as it came.
  public let rawResponse: AnyCodable
}
