#if MediaFiles
  internal import CFFmpeg

  /// Owns FFmpeg's reader of one container: opens it within limits, lists what it holds, and takes
  /// packets out of it.
  @safe struct Demuxer: ~Copyable {
    /// `AV_OPT_SEARCH_CHILDREN`, a macro that Swift does not see: options of the container, too.
    private static let searchesChildren: Int32 = 1

    private let context: UnsafeMutablePointer<AVFormatContext>
    // FFmpeg holds plain pointers to these two, so they must outlive the context.
    private let cancellation: MediaFileCancellation
    private let input: DescriptorInput?
    private let connection: NetworkInput?
    /// How long one packet of a server may take: several silences, and the pauses of a live playlist.
    private let secondsPerPacket: Double?

    /// Demuxers that open further files on their own, read no media, or read text as a picture. HLS
    /// stays: it checks each address against the protocol whitelist.
    private static let refusedFormats: Set<String> = [
      "concat", "dash", "ffmetadata", "image2", "image2pipe", "imf", "rtp", "rtsp", "sap", "sdp",
      "tty", "webm_dash_manifest",
    ]

    /// All the other demuxers of the installed FFmpeg, as its `format_whitelist` wants them.
    private static let formatWhitelist: String = {
      var names: [String] = []
      var position: UnsafeMutableRawPointer?
      while let format = unsafe av_demuxer_iterate(&position) {
        let name = unsafe String(cString: format.pointee.name)
        if !refusedFormats.contains(name) { names.append(name) }
      }
      return names.joined(separator: ",")
    }()

    private init(
      context: UnsafeMutablePointer<AVFormatContext>, cancellation: MediaFileCancellation,
      input: DescriptorInput?, connection: NetworkInput?, secondsPerPacket: Double?
    ) {
      unsafe self.context = context
      self.cancellation = cancellation
      self.input = input
      self.connection = connection
      self.secondsPerPacket = secondsPerPacket
    }

    deinit {
      var context: UnsafeMutablePointer<AVFormatContext>? = unsafe context
      unsafe avformat_close_input(&context)
    }

    /// Opens a location, or a stream of bytes without an address, and finds out what it holds.
    static func open(
      _ location: MediaLocation, input: DescriptorInput?, options: MediaFileOptions,
      cancellation: MediaFileCancellation
    ) throws(MediaFileError) -> Demuxer {
      let interrupt = unsafe AVIOInterruptCB(
        callback: { opaque in
          guard let opaque = unsafe opaque else { return 0 }
          let cancellation = unsafe Unmanaged<MediaFileCancellation>.fromOpaque(opaque)
          return unsafe cancellation.takeUnretainedValue().shouldStop() ? 1 : 0
        },
        opaque: unsafe Unmanaged.passUnretained(cancellation).toOpaque())
      let secondsPerPacket = location.isNetwork ? 4 * options.networkTimeout : nil
      cancellation.setDeadline(secondsFromNow: secondsPerPacket)
      defer { cancellation.setDeadline(secondsFromNow: nil) }
      let networkOptions = location.isNetwork ? networkOptions(location, options) : [:]
      var connection: NetworkInput?
      if NetworkInput.reads(location) {
        connection = try unsafe connect(
          location, interrupt: interrupt, networkOptions, options, cancellation)
      }

      guard var context = unsafe avformat_alloc_context() else { fatalError("Out of memory.") }
      unsafe av_opt_set(context, "protocol_whitelist", location.protocolWhitelist, 0)
      unsafe av_opt_set(context, "format_whitelist", formatWhitelist, 0)
      unsafe context.pointee.probesize = Int64(options.probeByteLimit)
      unsafe context.pointee.max_streams = Int32(clamping: options.trackLimit)
      // The index that FFmpeg builds while reading raw mp3, flac or aac serves only its own seeking,
      // which we do not use there: it is kept small instead of growing to a megabyte.
      unsafe context.pointee.max_index_size = 1 << 14
      unsafe context.pointee.interrupt_callback = interrupt
      unsafe context.pointee.pb = input?.context ?? connection?.context

      var dictionary: OpaquePointer?
      defer { unsafe av_dict_free(&dictionary) }
      for (name, value) in networkOptions { unsafe av_dict_set(&dictionary, name, value, 0) }
      // FFmpeg looks into hundreds of packets of a WAV file for other codecs in disguise, which takes 70 ms in a file
      // and in a pipe that is fed in real time half a minute. A DTS stream already shows in 16 KB, which take 1 ms.
      let isHeardLive = input != nil && options.blockDuration < 0.1
      let isWAVE = location.path.map(WAVEHeader.begins(path:)) ?? input?.beginsWithWAVE() ?? false
      let packetLength = isHeardLive ? "4096" : isWAVE ? "8192" : "65536"
      unsafe av_dict_set(&dictionary, "max_size", packetLength, 0)
      if isWAVE {
        unsafe context.pointee.max_probe_packets = 2
        // Nor does it look through fifty packets for timestamps, which a WAV file has none of.
        unsafe context.pointee.max_ts_probe = 0
      }

      var opening: UnsafeMutablePointer<AVFormatContext>? = unsafe context
      var status = unsafe avformat_open_input(&opening, location.address, nil, &dictionary)
      guard status >= 0, let opened = unsafe opening else {
        // A failed open has freed the context.
        if let input, !input.hasDelivered, status == soundwatch_averror_invaliddata() {
          throw MediaFileError(
            .emptyFile,
            "Nothing came through \(location.name). Check the program that writes into it.",
            cause: ffmpegText(status))
        }
        throw .opening(
          location, status: status, cancellation: cancellation, timeout: options.networkTimeout)
      }
      unsafe context = opened
      let demuxer = unsafe Demuxer(
        context: context, cancellation: cancellation, input: input, connection: connection,
        secondsPerPacket: secondsPerPacket)
      status = unsafe avformat_find_stream_info(context, nil)
      if status < 0 || cancellation.isCancelled || cancellation.isExpired {
        throw .opening(
          location, status: status, cancellation: cancellation, timeout: options.networkTimeout)
      }
      if isWAVE, !isHeardLive {
        // With large packets an hour of 44.1 kHz stereo takes 0.14 s instead of 0.5. But who wants short blocks from a
        // pipe does not want to wait for them.
        unsafe av_opt_set(context, "max_size", "65536", Self.searchesChildren)
      }
      return demuxer
    }

    private static func networkOptions(
      _ location: MediaLocation, _ options: MediaFileOptions
    ) -> [String: String] {
      let microseconds = Int64(max(0.001, min(options.networkTimeout, 1e9)) * 1e6)
      return ["rw_timeout": "\(microseconds)", "protocol_whitelist": location.protocolWhitelist]
    }

    private static func connect(
      _ location: MediaLocation, interrupt: AVIOInterruptCB, _ networkOptions: [String: String],
      _ options: MediaFileOptions, _ cancellation: MediaFileCancellation
    ) throws(MediaFileError) -> NetworkInput {
      let (connection, status) = unsafe NetworkInput.open(
        location, interrupt: interrupt, options: networkOptions, cancellation: cancellation)
      guard let connection else {
        throw .opening(
          location, status: status, cancellation: cancellation, timeout: options.networkTimeout)
      }
      return connection
    }

    /// What FFmpeg takes a local file for, by its content.
    static func probedFormatName(of location: MediaLocation) -> String? {
      guard location.path != nil else { return nil }
      var input: UnsafeMutablePointer<AVIOContext>?
      guard unsafe avio_open(&input, location.address, AVIO_FLAG_READ) >= 0 else { return nil }
      defer { unsafe avio_closep(&input) }
      var format: UnsafePointer<AVInputFormat>?
      let score = unsafe av_probe_input_buffer2(input, &format, nil, nil, 0, 1 << 20)
      // A quarter of the full score is where FFmpeg itself would look at more data.
      guard let format = unsafe format, score > AVPROBE_SCORE_MAX / 4,
        !refusedFormats.contains(unsafe String(cString: format.pointee.name))
      else { return nil }
      return unsafe String(cString: format.pointee.long_name ?? format.pointee.name)
    }

    /// FFmpeg's names of the container, such as `mov,mp4,m4a,3gp,3g2,mj2`.
    var formatName: String { unsafe String(cString: context.pointee.iformat.pointee.name) }

    var streamCount: Int { Int(unsafe context.pointee.nb_streams) }

    /// One of the streams, of any kind.
    func stream(_ index: Int) -> UnsafeMutablePointer<AVStream> {
      precondition(index >= 0 && index < streamCount, "There is no stream \(index).")
      // swift-format-ignore: NeverForceUnwrap
      return unsafe context.pointee.streams[index]!
    }

    /// The indices of the audio streams.
    var audioStreams: [Int] {
      (0..<streamCount).filter {
        unsafe stream($0).pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
      }
    }

    /// The audio stream that a player would choose.
    var bestAudioStream: Int? {
      let index = unsafe av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
      return index >= 0 ? Int(index) : audioStreams.first
    }

    /// The whole container's start, in microseconds.
    var startInMicroseconds: Int64? {
      let start = unsafe context.pointee.start_time
      return start == soundwatch_nopts_value() ? nil : start
    }

    /// The whole container's length, in microseconds.
    var durationInMicroseconds: Int64? {
      let duration = unsafe context.pointee.duration
      return duration == soundwatch_nopts_value() || duration < 0 ? nil : duration
    }

    /// Whether the length was guessed from the bit rate.
    var durationIsGuessed: Bool {
      unsafe context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
    }

    /// The container's tags, and behind them the stream's, keys in lower case.
    func tags(ofStream index: Int) -> [String: String] {
      let container = unsafe Self.entries(of: context.pointee.metadata)
      let own = unsafe Self.entries(of: stream(index).pointee.metadata)
      let station = connection?.headers ?? [:]
      return container.merging(own) { first, _ in first }.merging(station) { first, _ in first }
    }

    /// The audio streams as users see them.
    var mediaTracks: [MediaTrack] {
      audioStreams.enumerated().map { index, stream in
        let parameters = unsafe self.stream(stream).pointee.codecpar.pointee
        let tags = unsafe Self.entries(of: self.stream(stream).pointee.metadata)
        return MediaTrack(
          index: index, codec: unsafe String(cString: avcodec_get_name(parameters.codec_id)),
          sampleRate: Int(unsafe parameters.sample_rate),
          channelCount: Int(unsafe parameters.ch_layout.nb_channels), language: tags["language"],
          title: tags["title"])
      }
    }

    /// What a station says is on, when that has changed with a packet.
    func takeTitle(_ packet: borrowing Packet) -> String? {
      // Only what comes from a network says what is on.
      guard secondsPerPacket != nil else { return nil }
      let title = connection?.takeTitle(
        packetAt: packet.bytePosition, byteCount: packet.byteCount)
      return title ?? takeTag(stream: Int(packet.streamIndex))
    }

    /// What the tags in the middle of a stream say is on.
    private func takeTag(stream index: Int) -> String? {
      let stream = unsafe stream(index)
      let container = unsafe context.pointee.event_flags & AVFMT_EVENT_FLAG_METADATA_UPDATED
      let own = unsafe stream.pointee.event_flags & AVSTREAM_EVENT_FLAG_METADATA_UPDATED
      if container == 0, own == 0 { return nil }
      unsafe context.pointee.event_flags &= ~AVFMT_EVENT_FLAG_METADATA_UPDATED
      unsafe stream.pointee.event_flags &= ~AVSTREAM_EVENT_FLAG_METADATA_UPDATED
      return stationTitle(in: tags(ofStream: index))
    }

    /// Lets FFmpeg drop the packets of all streams but one as early as it can.
    func readOnly(stream chosen: Int) {
      for index in 0..<streamCount where index != chosen {
        unsafe stream(index).pointee.discard = AVDISCARD_ALL
      }
    }

    /// Whether somebody wants reading to stop.
    var isInterrupted: Bool { cancellation.shouldStop() }

    /// Takes the next packet out of the container.
    func read(_ packet: borrowing Packet) -> Int32 {
      if let secondsPerPacket { cancellation.setDeadline(secondsFromNow: secondsPerPacket) }
      return unsafe av_read_frame(context, packet.pointer)
    }

    /// An error that FFmpeg kept to itself when it reported the end.
    var hiddenReadError: Int32 {
      // Where nothing comes any more, HLS calls it the end.
      if cancellation.isExpired { return soundwatch_averror_exit() }
      guard let input = unsafe context.pointee.pb else { return 0 }
      let status = unsafe input.pointee.error
      return status == soundwatch_averror_eof() ? 0 : min(0, status)
    }

    /// Whether the bytes can be read from any place. FFmpeg seeks in a pipe as well, and loses its way.
    private var inputIsSeekable: Bool {
      guard let input = unsafe context.pointee.pb else { return false }
      return unsafe input.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0
    }

    /// Jumps to a place at or before a timestamp.
    func seek(stream index: Int, timestamp: Int64) -> Bool {
      // HLS jumps from segment to segment, whatever it has read the playlist from.
      guard formatName == "hls" || inputIsSeekable else { return false }
      return unsafe av_seek_frame(context, Int32(index), timestamp, AVSEEK_FLAG_BACKWARD) >= 0
    }

    /// Tags are UTF-8 or, with many stations, Latin-1, whose letters are the first of Unicode.
    private static func text(_ bytes: UnsafePointer<CChar>) -> String {
      if let text = unsafe String(validatingCString: bytes) { return text }
      var scalars = String.UnicodeScalarView()
      var position = unsafe bytes
      while unsafe position.pointee != 0 {
        scalars.append(Unicode.Scalar(UInt8(bitPattern: unsafe position.pointee)))
        unsafe position += 1
      }
      return String(scalars)
    }

    static func entries(of dictionary: OpaquePointer?) -> [String: String] {
      var result: [String: String] = [:]
      var entry: UnsafeMutablePointer<AVDictionaryEntry>?
      while let next = unsafe av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
        let key = unsafe String(cString: next.pointee.key).lowercased()
        result[key] = unsafe text(next.pointee.value)
        unsafe entry = next
      }
      return result
    }
  }
#endif
