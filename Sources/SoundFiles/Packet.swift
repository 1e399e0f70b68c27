#if MediaFiles
  internal import CFFmpeg

  /// Owns one `AVPacket`: compressed data on its way from the demuxer to the decoder.
  @safe struct Packet: ~Copyable {
    let pointer: UnsafeMutablePointer<AVPacket>

    init() {
      guard let pointer = unsafe av_packet_alloc() else { fatalError("Out of memory.") }
      unsafe self.pointer = pointer
    }

    deinit {
      var pointer: UnsafeMutablePointer<AVPacket>? = unsafe pointer
      unsafe av_packet_free(&pointer)
    }

    /// The presentation time, or the decoding time where there is none.
    var timestamp: Int64? {
      let none = soundwatch_nopts_value()
      if unsafe pointer.pointee.pts != none { return unsafe pointer.pointee.pts }
      return unsafe pointer.pointee.dts == none ? nil : unsafe pointer.pointee.dts
    }

    var duration: Int64 { max(0, unsafe pointer.pointee.duration) }
    var byteCount: Int { Int(unsafe pointer.pointee.size) }
    /// Where the packet came from in the bytes of the file, or -1.
    var bytePosition: Int64 { unsafe pointer.pointee.pos }
    var streamIndex: Int32 { unsafe pointer.pointee.stream_index }

    func release() { unsafe av_packet_unref(pointer) }
  }
#endif
