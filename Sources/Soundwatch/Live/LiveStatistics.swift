/// What a ``LiveAnalyzer`` has done so far.
///
/// *Thread-safe*: a value.
public struct LiveStatistics: Sendable, Hashable {
  /// Frames that were analyzed.
  public var framesAnalyzed: Int64 = 0
  /// Frames that were lost, each of them reported as a ``LiveEvent``.
  public var framesLost: Int64 = 0
  /// How often the source went away.
  public var interruptions = 0
  /// Processor time of the thread that analyzes, observers included. The time of the audio system's own
  /// threads is not in it.
  public var processorTime: Duration = .zero
  /// The longest that one buffer took, observers included.
  public var longestBuffer: Duration = .zero

  /// Nothing yet.
  public init() {}
}
