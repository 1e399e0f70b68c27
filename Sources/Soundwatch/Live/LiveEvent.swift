public import SoundSignal

/// Something that happened to a live stream beside what was heard in it.
///
/// *Thread-safe*: a value.
public enum LiveEvent: Sendable, Hashable {
  /// So many frames were lost from this time on. Windows and segments end before them and begin anew
  /// behind them.
  case framesLost(Int64, at: StreamTime)
  /// The source has gone; the text says why. Depending on the policy it is waited for.
  case interrupted(String, at: StreamTime)
  /// The source is back, in a format that may be another. The time line has gone on meanwhile.
  case resumed(PCMFormat, at: StreamTime)
  /// The station says what is on from here.
  case title(String, at: StreamTime)
}

/// Receives the events of a ``LiveAnalyzer``.
///
/// Held weakly. Calls come on the thread that analyzes, in the order of the time line and in step with
/// the results; a slow observer slows the analysis down.
public protocol LiveEventsObserving: AnyObject, Sendable {
  /// Something happened to the stream.
  func analyzer(_ analyzer: LiveAnalyzer, didReport event: LiveEvent)
}
