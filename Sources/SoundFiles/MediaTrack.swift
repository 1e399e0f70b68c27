/// One audio track of a media file.
///
/// *Thread-safe*: a value.
public struct MediaTrack: Sendable, Hashable {
  /// The number of the track, counted from zero among the audio tracks: what
  /// ``MediaFileOptions/track`` chooses by.
  public let index: Int
  /// The short name of the codec, such as `mp3`.
  public let codec: String
  /// Frames per second as the file declares it; zero when it does not.
  public let sampleRate: Int
  /// The number of channels as the file declares it; zero when it does not.
  public let channelCount: Int
  /// The language as the file spells it, often three letters such as `eng`.
  public let language: String?
  /// The title of the track.
  public let title: String?
}
