#if MediaFiles
  internal import CFFmpeg

  /// Owns an open decoder of one audio track.
  @safe struct Decoder: ~Copyable {
    private let context: UnsafeMutablePointer<AVCodecContext>
    /// Samples of one channel that a single packet may decode to. Real codecs stay below 65,536.
    private static let samplesPerFrameLimit: Int64 = 1 << 20

    private init(context: UnsafeMutablePointer<AVCodecContext>) {
      unsafe self.context = context
    }

    deinit {
      var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
      unsafe avcodec_free_context(&context)
    }

    /// Opens the decoder that a stream needs.
    static func open(
      for stream: UnsafeMutablePointer<AVStream>, fileName: String
    ) throws(MediaFileError) -> Decoder {
      let parameters = unsafe stream.pointee.codecpar
      let codecID = unsafe stream.pointee.codecpar.pointee.codec_id
      let codecName = unsafe String(cString: avcodec_get_name(codecID))
      guard let codec = unsafe avcodec_find_decoder(codecID),
        let context = unsafe avcodec_alloc_context3(codec)
      else {
        throw MediaFileError(
          .unsupportedFormat,
          "\(fileName) uses the codec \(codecName), which the installed FFmpeg cannot decode."
            + " Convert the file first.")
      }
      let decoder = unsafe Decoder(context: context)
      unsafe avcodec_parameters_to_context(context, parameters)
      unsafe context.pointee.pkt_timebase = stream.pointee.time_base
      unsafe context.pointee.thread_count = 1
      unsafe context.pointee.max_samples = samplesPerFrameLimit
      // What goes wrong is reported by errors and counts; the process's stderr is not ours.
      unsafe context.pointee.log_level_offset = 64
      if codecID == AV_CODEC_ID_FLAC {
        // Without its checksum, damage inside a FLAC frame would sound as a burst of noise.
        unsafe context.pointee.err_recognition = Int32(AV_EF_CRCCHECK | AV_EF_EXPLODE)
      }
      let status = unsafe avcodec_open2(context, codec, nil)
      guard status >= 0 else {
        throw MediaFileError(
          .unsupportedFormat,
          "\(fileName) cannot be decoded: its \(codecName) track has unusable parameters.",
          cause: ffmpegText(status))
      }
      return decoder
    }

    /// Gives the decoder a packet, or `nil` at the end.
    func send(_ packet: borrowing Packet) -> Int32 {
      unsafe avcodec_send_packet(context, packet.pointer)
    }

    /// Tells the decoder that no packet follows.
    func sendEnd() -> Int32 { unsafe avcodec_send_packet(context, nil) }

    /// Takes decoded samples out of the decoder.
    func receive(_ frame: borrowing Frame) -> Int32 {
      unsafe avcodec_receive_frame(context, frame.pointer)
    }

    /// Forgets everything before a jump.
    func flush() { unsafe avcodec_flush_buffers(context) }
  }
#endif
