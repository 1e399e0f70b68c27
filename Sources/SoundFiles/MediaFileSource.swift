#if MediaFiles
  public import FoundationEssentials
  internal import CFFmpeg
  public import SoundSignal

  /// The sound of a media file, a URL or a pipe: anything that FFmpeg's libraries open.
  ///
  /// ```swift
  /// let source = try MediaFileSource("talk.mp4", options: .init(start: 60, end: 90))
  /// var buffer = PCMBuffer(format: source.format)
  /// while let position = try source.read(into: &buffer) {
  ///   print("\(buffer.frameCount) frames from \(position) on")
  /// }
  /// ```
  ///
  /// Samples come as the codec gives them; nothing is resampled or mixed. WAV files of 24 bits stay
  /// exact. Positions count frames from the beginning of the file, also when reading starts later.
  ///
  /// ## Damaged and hostile files
  /// Single packets that cannot be decoded are skipped: the position jumps over them and
  /// ``damagedPacketCount`` goes up. A file that ends before it should delivers all it has, and then
  /// throws ``MediaFileError/Code/damaged`` once. Only the protocols file, http, https, tcp, tls,
  /// hls and icy are opened, also from within playlists, and what comes from a network leads to no
  /// file of this machine.
  ///
  /// ## FFmpeg's log
  /// FFmpeg writes its opinions about damaged files to the standard error stream of the process.
  /// This class silences the decoders it opens, but not the rest, because the log level belongs to
  /// the whole process. A program that owns its process calls ``silenceFFmpegLog()``.
  ///
  /// *Confined*: one reader at a time. *Blocking*. ``cancel()`` and the counts are
  /// *Thread-safe*.
  public final class MediaFileSource: AudioSource, @unchecked Sendable {
    // @unchecked: `reader` and `pendingError` belong to the one task that reads, as the protocol
    // demands; everything else is constant and Sendable.

    /// The format of every buffer.
    public let format: PCMFormat
    /// The number of frames that will be delivered, where the file says its length. An estimate.
    public let estimatedFrameCount: Int64?
    /// All audio tracks of the file.
    public let tracks: [MediaTrack]
    /// The index of the track that is read.
    public let trackIndex: Int
    /// The tags of the file, such as `title` and `artist`. Keys are in lower case.
    public let metadata: [String: String]
    /// FFmpeg's name of the container, such as `mp3` or `matroska,webm`.
    public let containerName: String

    private let framesPerBlock: Int
    private let fileDuration: Double?
    private let damage: DamageCounter
    private let cancellation: MediaFileCancellation
    private var reader: TrackReader
    private var pendingError: MediaFileError?
    private var isAtEnd = false

    private init(
      _ location: MediaLocation, pipe: WakeableDescriptor?, options: MediaFileOptions,
      cancellation: MediaFileCancellation
    ) throws(MediaFileError) {
      try location.checkFile()
      if let problem = unsafe soundwatch_ffmpeg_problem() {
        throw MediaFileError(
          .unsupportedFormat,
          "\(location.name) cannot be opened, because FFmpeg's libraries are not there. Install the"
            + " package libavformat\(LIBAVFORMAT_VERSION_MAJOR).",
          cause: unsafe String(cString: problem))
      }
      if let pipe { cancellation.wake(pipe) }
      let demuxer = try Demuxer.open(
        location, input: pipe.map(DescriptorInput.init), options: options,
        cancellation: cancellation)
      reader = try TrackReader.open(
        location, demuxer: demuxer, options: options, cancellation: cancellation)
      format = reader.layout.format
      estimatedFrameCount = reader.estimatedFrameCount
      tracks = reader.tracks
      trackIndex = reader.trackIndex
      metadata = reader.tags
      containerName = reader.track.container
      damage = reader.damage
      fileDuration = reader.track.frameCount(sampleRate: format.sampleRate).map {
        [rate = format.sampleRate] in Double($0) / Double(rate)
      }
      framesPerBlock = Self.framesPerBlock(options.blockDuration, format: format)
      self.cancellation = cancellation
    }

    /// A block is as long as the options say, but takes no more than a megabyte, so that 32 channels
    /// at 384 kHz do not fill the memory.
    private static func framesPerBlock(_ duration: Double, format: PCMFormat) -> Int {
      let wanted = Int(max(0, min(duration, 60)) * Double(format.sampleRate))
      return max(1, min(wanted, (1 << 20) / format.bytesPerFrame))
    }

    /// Opens a file by its path, or a URL as a person types it. A file with that very name wins.
    ///
    /// *Blocking*: reads the beginning of the file.
    /// - Parameters:
    ///   - location: the path or URL.
    ///   - options: which track and which part of the file are heard.
    ///   - cancellation: ends the opening from another thread.
    public convenience init(
      _ location: String, options: MediaFileOptions = .init(),
      cancellation: MediaFileCancellation = .init()
    ) throws(MediaFileError) {
      try self.init(MediaLocation(location), options: options, cancellation: cancellation)
    }

    /// Opens a file or network URL.
    ///
    /// *Blocking*: reads the beginning of the file.
    /// - Parameters:
    ///   - url: the file or the stream.
    ///   - options: which track and which part of the file are heard.
    ///   - cancellation: ends the opening from another thread.
    public convenience init(
      _ url: URL, options: MediaFileOptions = .init(),
      cancellation: MediaFileCancellation = .init()
    ) throws(MediaFileError) {
      let location =
        url.isFileURL ? MediaLocation(path: url.path) : try MediaLocation(url.absoluteString)
      try self.init(location, options: options, cancellation: cancellation)
    }

    private convenience init(
      _ location: MediaLocation, options: MediaFileOptions, cancellation: MediaFileCancellation
    ) throws(MediaFileError) {
      let named = try location.openNamedPipe()
      try self.init(
        named?.stream ?? location, pipe: named?.pipe, options: options, cancellation: cancellation)
    }

    /// Opens a media file that arrives through a pipe, such as the standard input.
    ///
    /// Formats whose index lies at the end, such as most MP4 files, cannot be read so.
    ///
    /// *Blocking*: waits for the beginning of the file.
    /// - Parameters:
    ///   - fileDescriptor: what is read. It is not closed.
    ///   - name: what error messages call it.
    ///   - options: which track and which part of the file are heard.
    ///   - cancellation: ends the opening from another thread.
    public convenience init(
      fileDescriptor: Int32, name: String = "standard input", options: MediaFileOptions = .init(),
      cancellation: MediaFileCancellation = .init()
    ) throws(MediaFileError) {
      try self.init(
        .stream(named: name), pipe: WakeableDescriptor(fileDescriptor, closesDescriptor: false),
        options: options, cancellation: cancellation)
    }

    /// The length of the whole file in seconds, whatever part of it is read, where it is known.
    public var duration: Double? { fileDuration }

    /// How many packets could not be decoded so far and were skipped.
    public var damagedPacketCount: Int { damage.packetCount }

    /// How many frames were missing so far, so that positions jumped over them.
    public var missingFrameCount: Int64 { damage.missingFrameCount }

    /// Waits for the next block of samples, of ``MediaFileOptions/blockDuration`` where the file goes
    /// on for so long.
    ///
    /// *Blocking*. It allocates nothing when the same buffer comes again, once it has been filled.
    /// - Returns: the position of the first frame, counted from the beginning of the file, or `nil`
    ///   at the end.
    /// - Throws: an error after all samples before it have been delivered; after that, `nil` comes.
    public func read(into buffer: inout PCMBuffer) throws(MediaFileError) -> Int64? {
      if let error = pendingError {
        pendingError = nil
        isAtEnd = true
        throw error
      }
      if isAtEnd || cancellation.isCancelled { return nil }
      buffer.reset(format: format, frameCount: framesPerBlock)
      var start: Int64?
      var filled = 0
      while filled < framesPerBlock {
        do throws(MediaFileError) {
          if reader.run == nil, try !reader.advance() {
            isAtEnd = true
            break
          }
        } catch {
          pendingError = error
          break
        }
        guard let run = reader.run else { break }
        // A gap ends the block, so that one position tells where all of its frames lie.
        if let start, run.position != start + Int64(filled) { break }
        start = start ?? run.position
        let count = min(run.count, framesPerBlock - filled)
        unsafe buffer.withMutableBytes {
          unsafe reader.take(count, to: $0, at: filled, of: framesPerBlock)
        }
        filled += count
      }
      guard let start else {
        if let error = pendingError {
          pendingError = nil
          isAtEnd = true
          throw error
        }
        return nil
      }
      if filled < framesPerBlock { buffer.shorten(to: filled) }
      return cancellation.isCancelled ? nil : start
    }

    /// What the station said of its programme while the last block was read, and from which position
    /// on.
    func takeTitles() -> [(title: String, position: Int64)] { reader.takeTitles() }

    /// Ends a `read` that is under way, usually within a tenth of a second, and all later ones.
    public func cancel() { cancellation.cancel() }

    /// Stops FFmpeg from writing to the standard error stream, in the whole process.
    ///
    /// For programs, not for libraries: FFmpeg has one log level for everybody who uses it.
    public static func silenceFFmpegLog() {
      if unsafe soundwatch_ffmpeg_problem() == nil { av_log_set_level(AV_LOG_QUIET) }
    }
  }

  extension PCMBuffer {
    /// Cuts the buffer after its first frames, moving the planes of planar samples together.
    fileprivate mutating func shorten(to frameCount: Int) {
      let old = self.frameCount
      let format = format
      if !format.isInterleaved {
        let width = format.sampleFormat.bytesPerSample
        unsafe withMutableBytes { bytes in
          guard let base = bytes.baseAddress else { return }
          for channel in 1..<format.channelCount {
            unsafe (base + channel * frameCount * width).copyMemory(
              from: base + channel * old * width, byteCount: frameCount * width)
          }
        }
      }
      reset(format: format, frameCount: frameCount)
    }
  }
#endif
