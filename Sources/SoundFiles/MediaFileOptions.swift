/// What of a media file is read, and what a file or server may cost.
///
/// *Thread-safe*: a value.
public struct MediaFileOptions: Sendable, Hashable {
  /// Which audio track is read, counted from zero among the audio tracks. `nil` chooses the track
  /// that a player would choose.
  public var track: Int?
  /// Where reading starts, in seconds from the beginning of the file. It is exact to the frame.
  public var start: Double
  /// Where reading ends, in seconds from the beginning of the file. `nil` reads to the end.
  public var end: Double?
  /// The length of the buffers that are delivered, in seconds. The last one, and one before a gap,
  /// may be shorter.
  ///
  /// Measured on an hour of 44.1 kHz stereo WAV: blocks of 10 ms cost 20 % more than this, and
  /// blocks of a second 10 % more, because they no longer fit the processor's cache.
  public var blockDuration: Double = 0.25
  /// The longest time that a server may keep us waiting for the next byte, in seconds. Opening as a
  /// whole may take four times as long.
  public var networkTimeout: Double = 15
  /// The most bytes that are read to find out what a file holds. Hidden tracks of a large video may
  /// need more than the five megabytes that are FFmpeg's own default.
  public var probeByteLimit: Int = 5_000_000
  /// The most tracks of any kind that a file may have.
  public var trackLimit: Int = 256

  /// How many packets in a row may be undecodable before the file is given up as damaged. Fewer are
  /// skipped and counted in ``MediaFileSource/damagedPacketCount``.
  public var damagedPacketLimit: Int = 100

  /// Makes options that read a whole file.
  public init(track: Int? = nil, start: Double = 0, end: Double? = nil) {
    self.track = track
    self.start = start
    self.end = end
  }
}
