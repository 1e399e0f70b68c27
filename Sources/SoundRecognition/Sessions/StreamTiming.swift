/// Which clock the predictions of a stream follow:
/// ``MatchedMediaItem/predictedCurrentMatchOffset``, and the moments when ranges begin and end.
///
/// *Thread-safe*: a value.
public enum StreamTiming: Sendable, Hashable {
  /// The stream's, if buffers come with times, and otherwise the one on the wall.
  case automatic
  /// The stream's: time is what has been heard, however fast. For files.
  case stream
  /// The one on the wall, which goes on between two buffers. For sound that is heard while it happens,
  /// in large buffers.
  case wall
}
