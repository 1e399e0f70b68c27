package import SoundSignal

/// What a live command learns while it listens, in the order of the time line.
///
/// *Thread-safe*: a value.
package enum LiveNews: Sendable {
  /// The source is open, or open again.
  case listening(_ source: String, PCMFormat)
  /// A buffer has come: how loud its channels are and where it lies.
  case sound([ChannelLevel], start: StreamTime, end: StreamTime)
  /// A window with its scores.
  case window(ResultRow)
  /// A label has begun.
  case started(String, at: Milliseconds)
  /// A segment has ended.
  case segment(ResultRow)
  case framesLost(Int64, at: StreamTime)
  case interrupted(String, at: StreamTime)
  case resumed(PCMFormat, at: StreamTime)
  /// The station says what is on.
  case title(String, at: StreamTime)
  /// A recording was recognized, other items of it came into scope, or it is over.
  case music(RecognizedPlay, MusicStage, at: Milliseconds)
  /// Something went wrong that does not end listening.
  case warning(String)
}

/// What is new about a recording that is heard.
package enum MusicStage: Sendable, Hashable {
  /// It was recognized. Its end is not known yet.
  case started
  /// What it is said to be has changed: another part of it has begun. Its end is not known yet.
  case updated
  /// It is over.
  case ended
}

/// Somebody who is told what a live command learns: a screen, a writer of lines, a count.
///
/// Called on the thread that analyzes, which must not wait long.
protocol LiveListener: AnyObject, Sendable {
  func receive(_ news: LiveNews)
}
