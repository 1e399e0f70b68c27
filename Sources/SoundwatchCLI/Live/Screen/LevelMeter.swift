package import SoundSignal

/// How loud the sound is, moving as the eye likes it: up at once, down slowly, with the last peak held
/// for a while.
///
/// *Confined*: a value.
package struct LevelMeter: Sendable, Hashable {
  /// What counts as nothing; the left end of the meter.
  package static let floor: Float = -60
  /// How fast both values fall, in decibels a second. Broadcast meters fall about so fast.
  private static let fall: Float = 24
  private static let peakHold = 1.5

  /// The mean level in decibels relative to full scale.
  package private(set) var decibels = floor
  /// The highest peak not long ago, in decibels relative to full scale.
  package private(set) var peakDecibels = floor
  private var secondsSincePeak = 0.0

  package init() {}

  /// Takes in the loudest channel of a stretch of sound.
  package mutating func add(_ levels: [ChannelLevel], seconds: Double) {
    let mean = levels.map(\.decibels).max() ?? Self.floor
    let peak = levels.map(\.peakDecibels).max() ?? Self.floor
    let fall = Self.fall * Float(seconds)
    decibels = max(Self.clamped(mean), decibels - fall, Self.floor)
    secondsSincePeak += seconds
    let held = secondsSincePeak <= Self.peakHold ? peakDecibels : peakDecibels - fall
    if Self.clamped(peak) >= held { secondsSincePeak = 0 }
    peakDecibels = max(Self.clamped(peak), held, Self.floor)
  }

  /// Falls silent at once, when the source has gone.
  package mutating func reset() { self = LevelMeter() }

  /// Where a level lies on the meter, from 0 to 1.
  package static func share(_ decibels: Float) -> Double {
    Double((clamped(decibels) - floor) / -floor)
  }

  /// Silence has minus infinity decibels, and damaged samples may have anything.
  private static func clamped(_ decibels: Float) -> Float {
    decibels.isNaN ? floor : min(max(decibels, floor), 0)
  }
}
