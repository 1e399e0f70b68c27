public import SoundRecognition
public import SoundSignal

/// What music was heard, from when to when.
///
/// *Thread-safe*: a value.
public struct MusicResult: SoundResult {
  /// What happened.
  public enum Event: Sendable, Hashable {
    /// A recording was recognized. The time range reaches as far as is known yet.
    case started
    /// Other media items of the recording came into scope, or left it.
    case updated
    /// The recording has ended. The time range is final.
    case ended
    /// There was music for as long as recognizers want to hear, and none of them knows it.
    case notRecognized
    /// A recognizer could not do its work, which says nothing about the music. It is asked again later.
    case failed
  }

  /// What happened.
  public let event: Event
  /// What was recognized, the best first; empty for ``Event/notRecognized`` and ``Event/failed``.
  public let items: [MatchedMediaItem]
  /// The name of the recognizer that knew the recording, or that failed.
  public let recognizer: String?
  /// Where the recording lies in the stream, as far as it was heard.
  public let timeRange: StreamTimeRange
  /// Where in the recording the time range begins, in seconds.
  public let offset: Double
  /// Why a recognizer could not do its work.
  public let error: (any Error)?
  /// The channel that was heard, for ``/SoundSignal/ChannelSelection/each``; otherwise zero.
  public let channel: Int

  /// Makes a result.
  public init(
    event: Event, items: [MatchedMediaItem] = [], recognizer: String? = nil,
    timeRange: StreamTimeRange, offset: Double = 0, error: (any Error)? = nil, channel: Int = 0
  ) {
    self.event = event
    self.items = items
    self.recognizer = recognizer
    self.timeRange = timeRange
    self.offset = offset
    self.error = error
    self.channel = channel
  }

  /// The title of the best item.
  public var title: String? { items.first?.title }
  /// The artist of the best item.
  public var artist: String? { items.first?.artist }
  /// The probability that the best item is right, from 0 to 1.
  public var confidence: Double { Double(items.first?.confidence ?? 0) }
}
