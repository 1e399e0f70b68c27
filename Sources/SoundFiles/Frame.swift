#if MediaFiles
  internal import CFFmpeg

  /// Owns one `AVFrame`: decoded samples.
  @safe struct Frame: ~Copyable {
    let pointer: UnsafeMutablePointer<AVFrame>

    init() {
      guard let pointer = unsafe av_frame_alloc() else { fatalError("Out of memory.") }
      unsafe self.pointer = pointer
    }

    deinit {
      var pointer: UnsafeMutablePointer<AVFrame>? = unsafe pointer
      unsafe av_frame_free(&pointer)
    }

    /// The presentation time as the decoder best knows it.
    var timestamp: Int64? {
      let none = soundwatch_nopts_value()
      if unsafe pointer.pointee.pts != none { return unsafe pointer.pointee.pts }
      let guess = unsafe pointer.pointee.best_effort_timestamp
      return guess == none ? nil : guess
    }

    var frameCount: Int { Int(unsafe pointer.pointee.nb_samples) }
    var sampleFormat: Int32 { unsafe pointer.pointee.format }
    var sampleRate: Int { Int(unsafe pointer.pointee.sample_rate) }
    var channelCount: Int { Int(unsafe pointer.pointee.ch_layout.nb_channels) }
  }
#endif
