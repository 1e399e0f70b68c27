/// A point on the time line of an audio stream: a frame position at a sample rate.
///
/// Times are exact. Comparing two of them, even at different sample rates, never rounds: frame 1 at
/// 2 Hz equals frame 24,000 at 48,000 Hz.
///
/// *Thread-safe*: a value.
public struct StreamTime: Sendable {
  /// The frame position. It may be negative.
  public let frame: Int64
  /// The rate that frame positions refer to, in hertz.
  public let sampleRate: Int

  /// Makes a time from a frame position.
  public init(frame: Int64, sampleRate: Int) {
    precondition(sampleRate > 0, "A stream's sample rate must be positive.")
    self.frame = frame
    self.sampleRate = sampleRate
  }

  /// Makes the time of the frame nearest to a number of seconds.
  public init(seconds: Double, sampleRate: Int) {
    self.init(
      frame: Int64((seconds * Double(sampleRate)).rounded()), sampleRate: sampleRate)
  }

  /// The time in seconds, rounded to a `Double`.
  public var seconds: Double { Double(frame) / Double(sampleRate) }

  /// The time as a duration, rounded down to an attosecond.
  public var duration: Duration {
    let (whole, rest) = frame.quotientAndRemainder(dividingBy: Int64(sampleRate))
    let (attoseconds, remainder) = (Int128(rest) * 1_000_000_000_000_000_000)
      .quotientAndRemainder(dividingBy: Int128(sampleRate))
    return Duration(
      secondsComponent: whole, attosecondsComponent: Int64(attoseconds) - (remainder < 0 ? 1 : 0))
  }

  /// The same time moved by a number of frames.
  public func advanced(by frames: Int64) -> StreamTime {
    StreamTime(frame: frame + frames, sampleRate: sampleRate)
  }
}

extension StreamTime: Comparable, Hashable {
  /// Whether two times are the same point, whatever their sample rates.
  public static func == (left: StreamTime, right: StreamTime) -> Bool {
    Int128(left.frame) * Int128(right.sampleRate) == Int128(right.frame) * Int128(left.sampleRate)
  }

  /// Whether a time comes before another, whatever their sample rates.
  public static func < (left: StreamTime, right: StreamTime) -> Bool {
    Int128(left.frame) * Int128(right.sampleRate) < Int128(right.frame) * Int128(left.sampleRate)
  }

  /// Hashes the reduced fraction, so that equal times hash alike.
  public func hash(into hasher: inout Hasher) {
    var (a, b) = (frame.magnitude, UInt64(sampleRate))
    while b != 0 { (a, b) = (b, a % b) }
    let divisor = Int64(max(a, 1))
    hasher.combine(frame / divisor)
    hasher.combine(Int64(sampleRate) / divisor)
  }
}

extension StreamTime: CustomStringConvertible {
  /// A text such as `66150/44100`.
  public var description: String { "\(frame)/\(sampleRate)" }
}
