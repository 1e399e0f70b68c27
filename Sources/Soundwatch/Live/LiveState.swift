public import SoundSignal

/// Where a ``LiveAnalyzer`` stands.
///
/// *Thread-safe*: a value.
public enum LiveState: Sendable, Hashable {
  /// Nothing has been asked of it yet.
  case idle
  /// The source is being opened.
  case opening
  /// The source is open and the last seconds are kept, but nothing is analyzed yet.
  case prepared(PCMFormat)
  /// The sound is being analyzed.
  case listening(PCMFormat)
  /// The source has gone. The next attempt, counted from 1, comes after the delay.
  case waiting(reason: String, attempt: Int, delay: Duration)
  /// It is over: stopped, or at the end of the source.
  case ended
  /// It is over because of an error, which ``LiveAnalyzer/failure`` holds.
  case failed(String)

  /// Whether nothing will happen any more.
  public var isOver: Bool {
    switch self {
    case .ended, .failed: true
    default: false
    }
  }
}
