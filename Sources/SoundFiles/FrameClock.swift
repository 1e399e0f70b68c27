/// Turns the timestamps of decoded frames into frame positions that never go backwards.
///
/// Timestamps of many containers are rounded, some jitter, some start anew in the middle. So frames
/// are counted, and a timestamp is believed only when it lies clearly later than the count: then
/// sound is missing, and the position jumps. A timestamp that goes back, or far beyond any recording,
/// starts a new reckoning at the current count.
///
/// *Confined*: a value.
struct FrameClock {
  /// A difference between count and timestamp up to this is jitter.
  static let toleranceInSeconds = 0.1
  /// A jump beyond this is not a gap but a timestamp that means nothing.
  static let longestGapInSeconds = 86_400.0

  let sampleRate: Int
  /// One unit of a timestamp is `numerator / denominator` seconds.
  private let numerator: Int
  private let denominator: Int
  /// The timestamp of position zero.
  private let origin: Int64
  private let tolerance: Int64
  private let longestGap: Int64
  /// What is added to a timestamp's position since the last new reckoning.
  private var correction: Int64 = 0
  /// The position behind the last frame; `nil` before the first one and after a seek.
  private(set) var next: Int64?
  /// How many frames the positions jumped over so far.
  private(set) var missing: Int64 = 0
  private var isBeforeFirstFrame = true

  init(sampleRate: Int, timeBase: (numerator: Int, denominator: Int), origin: Int64) {
    precondition(sampleRate > 0 && timeBase.numerator > 0 && timeBase.denominator > 0)
    self.sampleRate = sampleRate
    (numerator, denominator) = timeBase
    self.origin = origin
    tolerance = Int64(Self.toleranceInSeconds * Double(sampleRate))
    longestGap = Int64(Self.longestGapInSeconds) * Int64(sampleRate)
  }

  /// Says where a run of frames lies, and moves on behind it.
  mutating func place(timestamp: Int64?, frameCount: Int) -> Int64 {
    let position = position(of: timestamp)
    next = position + Int64(frameCount)
    isBeforeFirstFrame = false
    return position
  }

  /// Moves on over frames that could not be decoded.
  mutating func skip(frameCount: Int64) {
    let count = min(max(0, frameCount), longestGap)
    next = (next ?? 0) + count
    missing += count
  }

  /// Forgets the count after a seek: the next timestamp is believed exactly.
  mutating func forgetPosition() {
    next = nil
    isBeforeFirstFrame = false
  }

  /// The position that a timestamp stands for by itself.
  func rawPosition(of timestamp: Int64) -> Int64 {
    let ticks = (Int128(timestamp) - Int128(origin)) * Int128(numerator) * Int128(sampleRate)
    let half = Int128(denominator / 2)
    let rounded =
      ticks >= 0
      ? (ticks + half) / Int128(denominator) : -((-ticks + half) / Int128(denominator))
    return Int64(clamping: rounded)
  }

  /// The timestamp that stands for a position.
  func timestamp(of position: Int64) -> Int64 {
    let ticks = Int128(position) * Int128(denominator)
    return Int64(clamping: ticks / (Int128(numerator) * Int128(sampleRate)) + Int128(origin))
  }

  private mutating func position(of timestamp: Int64?) -> Int64 {
    guard let timestamp else { return next ?? 0 }
    let raw = rawPosition(of: timestamp).addingReportingOverflow(correction)
    let claimed = raw.overflow ? Int64.max : raw.partialValue
    guard let next else {
      if isBeforeFirstFrame, abs(clamped(claimed)) <= tolerance { return 0 }
      return min(max(0, claimed), longestGap)
    }
    let lead = clamped(claimed) - next
    if lead > tolerance, lead <= longestGap {
      missing += lead
      return next + lead
    }
    if lead < -tolerance || lead > longestGap { correction = clamped(correction - lead) }
    return next
  }

  /// Keeps hostile timestamps where sums of them cannot overflow.
  private func clamped(_ value: Int64) -> Int64 { min(max(value, -(1 << 60)), 1 << 60) }
}
