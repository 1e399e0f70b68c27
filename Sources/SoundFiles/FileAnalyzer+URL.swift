#if MediaFiles
  public import FoundationEssentials
  public import SoundSignal
  public import Soundwatch

  extension FileAnalyzer {
    /// Makes an analyzer for a media file or a URL. Decoding runs ahead on a thread of its own.
    ///
    /// *Blocking*: opens the file.
    /// - Parameters:
    ///   - url: the file or the stream.
    ///   - options: which track and which part of the file are heard.
    ///   - channels: which channels are heard; the first by default.
    /// - Throws: ``MediaFileError`` when the file cannot be opened or holds no audio.
    public convenience init(
      url: URL, options: MediaFileOptions = .init(), channels: ChannelSelection = .first
    ) throws(MediaFileError) {
      let file = try MediaFileSource(url, options: options)
      self.init(source: PrefetchingSource(file), channels: channels)
    }
  }
#endif
