/// A source whose sound happens now: a microphone, a radio stream.
///
/// It does not wait for its reader. What a slow reader has not fetched when the room for it is full is
/// lost, and said so.
///
/// *Confined*: one reader at a time. `cancel()` may be called from anywhere.
public protocol LiveAudioSource: AudioSource {
  /// What happened since the last call, in the order of the time line. Asked by the reading thread
  /// after each `read`, so that events and samples stay in order; empty nearly always.
  func takeEvents() -> [AudioSourceEvent]
}

/// Something that happened to a live source beside its samples. Positions count frames as
/// ``AudioSource/read(into:)`` does.
///
/// *Thread-safe*: a value.
public enum AudioSourceEvent: Sendable, Hashable {
  /// So many frames were lost from this position on. The next buffer begins behind them.
  case framesLost(Int64, at: Int64)
  /// The station says what is on from here.
  case title(String, at: Int64)
  /// The source itself lost its connection and is waiting for it; the text says why.
  case interrupted(String, at: Int64)
  /// The source itself has its connection again.
  case resumed(at: Int64)
}
