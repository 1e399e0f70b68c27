/// The parameters of a log-mel spectrogram, as a model's manifest states them.
///
/// *Thread-safe*: a value.
public struct LogMelConfiguration: Sendable, Hashable, Codable {
  /// The rate that the lengths below refer to, in hertz.
  public var sampleRate: Int
  /// The length of the Hann window in samples.
  public var windowLength: Int
  /// The distance between the starts of neighbouring frames in samples.
  public var hopLength: Int
  /// The length of the Fourier transform, whose bins are the grid that mel bands are defined on.
  public var fftLength: Int
  /// The number of mel bands.
  public var bands: Int
  /// Where the lowest band begins, in hertz.
  public var lowestFrequency: Double
  /// Where the highest band ends, in hertz.
  public var highestFrequency: Double
  /// The power that is added before the logarithm.
  public var floor: Double

  /// Makes a configuration. Without arguments: 16 kHz, 25 ms windows every 10 ms, 64 bands.
  public init(
    sampleRate: Int = 16_000, windowLength: Int = 400, hopLength: Int = 160, fftLength: Int = 512,
    bands: Int = 64, lowestFrequency: Double = 60, highestFrequency: Double = 7_800,
    floor: Double = 1e-10
  ) {
    self.sampleRate = sampleRate
    self.windowLength = windowLength
    self.hopLength = hopLength
    self.fftLength = fftLength
    self.bands = bands
    self.lowestFrequency = lowestFrequency
    self.highestFrequency = highestFrequency
    self.floor = floor
  }

  /// What is wrong with the values, for a reader who can change them; `nil` when they are sound.
  public var problem: String? {
    if !(4_000...384_000).contains(sampleRate) { return "sampleRate must be 4000 to 384000" }
    if !(16...65_536).contains(fftLength) || !fftLength.isMultiple(of: 2) {
      return "fftLength must be even and 16 to 65536"
    }
    if !(2...fftLength).contains(windowLength) { return "windowLength must be 2 to fftLength" }
    if !(1...windowLength).contains(hopLength) { return "hopLength must be 1 to windowLength" }
    if !(1...256).contains(bands) { return "bands must be 1 to 256" }
    guard lowestFrequency >= 0, highestFrequency.isFinite, lowestFrequency < highestFrequency,
      highestFrequency <= Double(sampleRate) / 2
    else { return "the bands must lie between 0 Hz and half the sample rate" }
    if !(floor > 1e-30 && floor < 1) { return "floor must lie between 1e-30 and 1" }
    return nil
  }
}
