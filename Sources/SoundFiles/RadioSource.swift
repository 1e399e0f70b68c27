#if MediaFiles
  public import SoundSignal

  /// The sound of a station: Icecast, SHOUTcast, HLS, or anything else that FFmpeg's libraries open and
  /// that has no end.
  ///
  /// What the station says of its programme, as ICY metadata, as the comments of an Ogg stream or as
  /// timed tags, comes as ``/SoundSignal/AudioSourceEvent/title(_:at:)`` in the order of the sound. ICY
  /// metadata stand between two bytes of the sound; the title begins with the codec's frame that the second
  /// of them belongs to, 24 or 26 ms of MP3. What a station says within its first 32 kilobytes has been on
  /// since before the connection and begins with the sound. How far off the change of the programme itself
  /// is, the station decides: most can say something only every 16,000 bytes, a second at 128 kbit/s.
  ///
  /// A broken connection is an error, and a station that ends its stream is an end. To wait for either,
  /// hand the source to a ``/Soundwatch/LiveAnalyzer`` with a policy that reconnects.
  ///
  /// *Confined*: one reader at a time. *Blocking*. ``cancel()`` is *Thread-safe*.
  public final class RadioSource: LiveAudioSource, @unchecked Sendable {
    // @unchecked: `events`, `expected` and `title` belong to the one task that reads, as the protocol demands.

    /// The format of every buffer.
    public let format: PCMFormat
    /// The length, for an address that turns out to have one.
    public var estimatedFrameCount: Int64? { media.estimatedFrameCount }
    /// What the station says of itself, such as `icy-name` and `icy-genre`. Keys are in lower case.
    public var metadata: [String: String] { media.metadata }

    private let media: MediaFileSource
    private var events: [AudioSourceEvent] = []
    private var expected: Int64?
    private var title: String?

    /// Connects to a station.
    ///
    /// *Blocking*: waits for the beginning of the sound.
    /// - Parameters:
    ///   - location: the address, or the path of a named pipe.
    ///   - options: how long a server may be silent, and how long buffers are.
    ///   - cancellation: ends the opening from another thread.
    public init(
      _ location: String, options: MediaFileOptions = .init(),
      cancellation: MediaFileCancellation = .init()
    ) throws(MediaFileError) {
      media = try MediaFileSource(location, options: options, cancellation: cancellation)
      format = media.format
      if let title = stationTitle(in: media.metadata) { append(title, at: 0) }
    }

    /// Waits for the next block of samples.
    ///
    /// *Blocking*.
    /// - Throws: ``MediaFileError`` when the connection breaks, after everything before has been
    ///   delivered.
    public func read(into buffer: inout PCMBuffer) throws(MediaFileError) -> Int64? {
      let position = try media.read(into: &buffer)
      if let position {
        if let expected, position > expected {
          events.append(.framesLost(position - expected, at: expected))
        }
        expected = position + Int64(buffer.frameCount)
      }
      for (title, position) in media.takeTitles() { append(title, at: position) }
      return position
    }

    /// Stations repeat themselves, and so does what they said before the first sound.
    private func append(_ title: String, at position: Int64) {
      guard title != self.title else { return }
      self.title = title
      events.append(.title(title, at: position))
    }

    /// Titles, and what was missing, since the last call.
    public func takeEvents() -> [AudioSourceEvent] {
      if events.isEmpty { return [] }
      defer { events = [] }
      return events
    }

    /// Ends a `read` that is under way, usually within a tenth of a second, and all later ones.
    public func cancel() { media.cancel() }
  }

  /// What is on, by the tags of a stream, keys in lower case; empty when nothing is on any more.
  func stationTitle(in tags: [String: String]) -> String? {
    if let title = tags["streamtitle"] { return title }
    guard let title = tags["title"] else { return nil }
    return tags["artist"].map { "\($0) - \(title)" } ?? title
  }
#endif
