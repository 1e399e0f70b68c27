internal import Glibc

/// Takes the recording level out of a spectrogram: each frame is measured against a running level that
/// rises fast and falls slowly, so that a whisper and a shout look alike to the network.
///
/// In the first moments the running level is the plain mean of what was heard so far.
///
/// *Confined*; *Realtime*.
struct LevelNormalizer {
  private let attack: Float
  private let release: Float
  private let range: ClosedRange<Float>
  private let offset: Float
  private let factor: Float
  private var level: Float = 0
  private var frameCount: Float = 0

  init(_ settings: ModelManifest.Normalization, hop: Double) {
    attack = Float(1 - exp(-hop / settings.attackTimeConstant))
    release = Float(1 - exp(-hop / settings.releaseTimeConstant))
    range = Float(settings.minimum)...Float(settings.maximum)
    offset = Float(settings.offset)
    factor = Float(1 / settings.scale)
  }

  /// Normalizes one frame.
  mutating func normalize(
    _ bands: UnsafeBufferPointer<Float>, level frameLevel: Float,
    into target: UnsafeMutablePointer<Float>
  ) {
    // A day has 8.6 million frames, still below the 16.7 million that a Float counts; beyond the first
    // minutes the count does not matter.
    frameCount = min(frameCount + 1, 1e6)
    let change = frameLevel - level
    level += max(max(attack, 1 / frameCount) * change, max(release, 1 / frameCount) * change)
    for index in 0..<bands.count {
      let relative = unsafe min(max(bands[index] - level, range.lowerBound), range.upperBound)
      unsafe target[index] = (relative + offset) * factor
    }
  }
}
