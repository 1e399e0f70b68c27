#if Microphone
  internal import CPortAudio

  /// What PortAudio calls on its audio thread with each block: copies it into the sink's ring and leaves.
  ///
  /// *Realtime*: takes no lock, allocates nothing, calls no system. The compiler holds it to that
  /// (`@_noLocks`), and `Tests/RealtimeSafety` runs it under the realtime sanitizer.
  @_noLocks
  @c(soundwatch_capture_callback)
  func captureCallback(
    input: UnsafeRawPointer?, output: UnsafeMutableRawPointer?, frameCount: UInt,
    time: UnsafePointer<PaStreamCallbackTimeInfo>?, status: PaStreamCallbackFlags,
    sink: UnsafeMutableRawPointer?
  ) -> Int32 {
    guard let input = unsafe input, let sink = unsafe sink else { return 0 }
    let captureTime = unsafe time?.pointee.inputBufferAdcTime ?? 0
    unsafe Unmanaged<CaptureSink>.fromOpaque(sink)._withUnsafeGuaranteedRef {
      unsafe $0.accept(
        input, frameCount: Int(frameCount), captureTime: captureTime,
        hasOverflowed: status & 0x2 != 0)
    }
    return 0
  }
#endif
