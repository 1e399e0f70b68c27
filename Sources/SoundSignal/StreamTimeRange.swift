/// A stretch of an audio stream, from its start up to but not including its end.
///
/// *Thread-safe*: a value.
public struct StreamTimeRange: Sendable, Hashable {
  /// The first frame of the range.
  public let start: StreamTime
  /// The length of the range in frames, at the sample rate of ``start``.
  public let frameCount: Int64

  /// Makes a range.
  public init(start: StreamTime, frameCount: Int64) {
    precondition(frameCount >= 0, "A range cannot have a negative length.")
    self.start = start
    self.frameCount = frameCount
  }

  /// The first frame behind the range.
  public var end: StreamTime { start.advanced(by: frameCount) }
  /// The length of the range as a time.
  public var duration: StreamTime { StreamTime(frame: frameCount, sampleRate: start.sampleRate) }

  /// Whether a time lies within the range.
  public func contains(_ time: StreamTime) -> Bool { start <= time && time < end }
}

extension StreamTimeRange: CustomStringConvertible {
  /// A text such as `0/44100 ..< 66150/44100`.
  public var description: String { "\(start) ..< \(end)" }
}
