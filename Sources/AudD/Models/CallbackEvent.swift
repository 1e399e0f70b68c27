/// What the server tells about a stream.
///
/// *Thread-safe*: a value.
public enum CallbackEvent: Sendable, Equatable {
  /// A song was heard.
  case match(StreamCallbackMatch)
  /// The state of the stream has changed.
  case notification(StreamCallbackNotification)
}
