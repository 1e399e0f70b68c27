/// Describes linear PCM audio: how samples are stored, how many a second, in how many channels.
///
/// *Thread-safe*: a value.
public struct PCMFormat: Sendable, Hashable {
  /// How one sample is stored.
  public let sampleFormat: SampleFormat
  /// Frames per second, in hertz.
  public let sampleRate: Int
  /// The number of channels.
  public let channelCount: Int
  /// Whether the samples of one frame lie next to each other. When false, each channel is a
  /// contiguous plane and the planes follow one another.
  public let isInterleaved: Bool

  /// The sample rates that analysis accepts, in hertz.
  public static let supportedSampleRates = 4_000...384_000
  /// The channel counts that analysis accepts.
  public static let supportedChannelCounts = 1...32

  /// Makes a format.
  /// - Throws: ``PCMFormatError`` when the rate or the channel count is outside the supported range.
  public init(
    _ sampleFormat: SampleFormat, sampleRate: Int, channelCount: Int = 1, isInterleaved: Bool = true
  ) throws(PCMFormatError) {
    guard Self.supportedSampleRates.contains(sampleRate) else {
      throw .unsupportedSampleRate(sampleRate)
    }
    guard Self.supportedChannelCounts.contains(channelCount) else {
      throw .unsupportedChannelCount(channelCount)
    }
    self.sampleFormat = sampleFormat
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.isInterleaved = isInterleaved
  }

  /// The number of bytes that one frame (one sample of every channel) takes.
  public var bytesPerFrame: Int { sampleFormat.bytesPerSample * channelCount }
}

extension PCMFormat: CustomStringConvertible {
  /// A short text such as `int16 48000 Hz 2 ch interleaved`.
  public var description: String {
    let layout = isInterleaved ? "interleaved" : "planar"
    return "\(sampleFormat.rawValue) \(sampleRate) Hz \(channelCount) ch \(layout)"
  }
}

/// Says why a ``PCMFormat`` cannot be made.
public enum PCMFormatError: Error, Hashable, CustomStringConvertible {
  /// The sample rate is outside ``PCMFormat/supportedSampleRates``.
  case unsupportedSampleRate(Int)
  /// The channel count is outside ``PCMFormat/supportedChannelCounts``.
  case unsupportedChannelCount(Int)

  /// A sentence for the person who chose the value.
  public var description: String {
    switch self {
    case .unsupportedSampleRate(let rate):
      "The sample rate \(rate) Hz is not supported; it must be 4000 to 384000 Hz."
    case .unsupportedChannelCount(let count):
      "\(count) channels are not supported; there must be 1 to 32."
    }
  }
}
