#if Microphone
  internal import CPortAudio
  internal import SoundSignal

  /// An open stream of PortAudio, with the session that it lives in. It is running until it goes away.
  ///
  /// *Blocking* to make and to end.
  @safe struct CaptureStream: ~Copyable, @unchecked Sendable {
    // @unchecked: PortAudio is called under its lock only, and the pointers never change.

    private let portAudio: PortAudio
    private let stream: UnsafeMutableRawPointer
    private let sink: Unmanaged<CaptureSink>

    /// Opens a device and starts to capture from it into a sink.
    init(
      _ portAudio: consuming PortAudio, device: AudioDevice, format: PCMFormat, sink: CaptureSink
    ) throws(CaptureError) {
      var parameters = unsafe PaStreamParameters(
        device: PaDeviceIndex(device.index), channelCount: Int32(format.channelCount),
        sampleFormat: format.sampleFormat.portAudioFormat,
        // The long delay: nothing here has to be answered within milliseconds, and a busy machine should
        // not lose sound.
        suggestedLatency: max(device.highLatency.seconds, 0.1),
        hostApiSpecificStreamInfo: nil)
      unsafe self.sink = Unmanaged.passRetained(sink)
      var stream: UnsafeMutableRawPointer?
      let context = unsafe self.sink.toOpaque()
      let rate = Double(format.sampleRate)
      // Blocks as the device has them, so that a loss lies exactly between two of them.
      var status = portAudio.call {
        unsafe Pa_OpenStream(
          &stream, &parameters, nil, rate, UInt(paFramesPerBufferUnspecified), paNoFlag,
          captureCallback, context)
      }
      if status == paNoError.rawValue, let opened = unsafe stream {
        status = portAudio.call { unsafe Pa_StartStream(opened) }
        if status != paNoError.rawValue {
          _ = portAudio.call { unsafe Pa_CloseStream(opened) }
        }
      }
      guard status == paNoError.rawValue, let stream = unsafe stream else {
        unsafe self.sink.release()
        throw .opening(device, format: format, status: status)
      }
      unsafe self.stream = stream
      self.portAudio = portAudio
    }

    deinit {
      // Aborting does not wait for the sound that is on its way.
      portAudio.call {
        unsafe Pa_AbortStream(stream)
        unsafe Pa_CloseStream(stream)
      }
      unsafe sink.release()
    }

    /// Whether the audio thread still runs. *Thread-safe*.
    var isActive: Bool { unsafe Pa_IsStreamActive(stream) == 1 }
  }

  extension SampleFormat {
    /// PortAudio's name of the format. It has none for `float64`, which `float32` stands in for.
    fileprivate var portAudioFormat: PaSampleFormat {
      switch self {
      case .int16: 0x8
      case .int24: 0x4
      case .int32: 0x2
      case .float32, .float64: 0x1
      }
    }
  }

  extension CaptureError {
    /// What a failed opening means.
    fileprivate static func opening(
      _ device: AudioDevice, format: PCMFormat, status: PaError
    ) -> CaptureError {
      let name = "\"\(device.name)\" (\(device.hostAPI))"
      let cause = PortAudio.text(of: status)
      switch PaErrorCode(rawValue: status) {
      case paInvalidSampleRate:
        return CaptureError(
          .unsupportedFormat,
          "The device \(name) cannot be captured at \(format.sampleRate) Hz; its own rate is "
            + "\(device.defaultSampleRate) Hz.", cause: cause, device: device)
      case paInvalidChannelCount, paSampleFormatNotSupported:
        return CaptureError(
          .unsupportedFormat,
          "The device \(name) does not give \(format); it has \(device.channelCount) channels.",
          cause: cause, device: device)
      default:
        return CaptureError(
          .deviceUnavailable,
          "The device \(name) cannot be opened. Another program may have it, or its audio server is not "
            + "running; try again, or choose another device.", cause: cause, device: device)
      }
    }
  }
#endif
