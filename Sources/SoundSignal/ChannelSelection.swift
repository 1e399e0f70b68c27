/// Chooses what is heard of a sound with several channels.
public enum ChannelSelection: Sendable, Hashable {
  /// Only the first channel, as Apple's SoundAnalysis does.
  case first
  /// One channel by its index, counted from zero. A sound without that channel cannot be analyzed.
  case channel(Int)
  /// The average of all channels.
  case average
  /// Every channel by itself: each gives results of its own.
  case each

  /// How many single-channel signals the selection makes of a sound.
  /// - Returns: `nil` when the sound has no such channel.
  package func signalCount(of format: PCMFormat) -> Int? {
    switch self {
    case .first, .average: 1
    case .channel(let index): (0..<format.channelCount).contains(index) ? 1 : nil
    case .each: format.channelCount
    }
  }

  /// The mix that makes one of the selection's signals.
  package func mix(ofSignal index: Int) -> ChannelMix {
    switch self {
    case .first: .channel(0)
    case .channel(let chosen): .channel(chosen)
    case .average: .average
    case .each: .channel(index)
    }
  }
}

/// How the channels of a frame become one number.
package enum ChannelMix: Sendable, Hashable {
  case channel(Int)
  case average
}
