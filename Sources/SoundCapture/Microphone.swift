#if Microphone
  internal import Glibc
  public import SoundSignal
  internal import Synchronization

  /// A device that is being captured from.
  ///
  /// ```swift
  /// let microphone = try Microphone()
  /// var buffer = PCMBuffer(format: microphone.format)
  /// while let position = try microphone.read(into: &buffer) {
  ///   print("\(buffer.frameCount) frames from \(position) on")
  /// }
  /// ```
  ///
  /// Capturing begins when the microphone is made and ends with ``cancel()``, an error, or the last
  /// reference to it. Several microphones can be open at once.
  ///
  /// Samples come in the device's own rate. The audio thread copies each block into a ring and returns.
  /// What finds no room there, because the reader is slow, and what the device says it lost, is counted,
  /// told by ``takeEvents()``, and missing from the positions.
  ///
  /// *Confined*: one reader at a time. *Blocking*. ``cancel()`` and the counts are *Thread-safe*.
  public final class Microphone: LiveAudioSource {
    /// The device.
    public let device: AudioDevice
    /// The format of every buffer.
    public let format: PCMFormat
    /// Unknown: a microphone goes on.
    public var estimatedFrameCount: Int64? { nil }

    private let silentLimit: Duration
    private let sink: CaptureSink
    private let reader: RingReader
    private let stream: Mutex<CaptureStream?>
    /// The reading thread's notes on whether the audio thread still comes by.
    private let pulse: Mutex<(callCount: Int, since: ContinuousClock.Instant)>

    /// Opens a device and begins to capture.
    ///
    /// *Blocking*: takes up to a second.
    public init(_ options: Options = Options()) throws(CaptureError) {
      let portAudio = try PortAudio(isVerbose: options.isVerbose)
      device = try portAudio.device(options.device)
      format = try options.format(for: device)
      silentLimit = options.silentLimit
      let ring = RingReader.makeRing(for: format, holding: options.ringDuration)
      sink = CaptureSink(ring: ring, sampleRate: format.sampleRate)
      reader = RingReader(ring, format: format)
      pulse = Mutex((0, .now))
      stream = Mutex(
        try CaptureStream(portAudio, device: device, format: format, sink: sink))
    }

    /// Frames that were lost so far, by the device or for want of room.
    public var framesLost: Int64 { sink.ring.framesLost }
    /// The most sound that ever waited to be read, as a share of the room for it, from 0 to 1.
    public var ringHighWaterMark: Double {
      Double(sink.ring.highWaterMark) / Double(sink.ring.slotCount)
    }

    /// Waits for the next run of samples.
    ///
    /// *Blocking*. Allocates nothing when buffers of the same length are filled again.
    /// - Throws: ``CaptureError`` when the device has gone; all sound before has been delivered.
    public func read(into buffer: inout PCMBuffer) throws(CaptureError) -> Int64? {
      while !reader.isCancelled {
        if let position = reader.takeWaiting(into: &buffer) { return position }
        guard isAlive() else {
          // What came between the look into the ring and the look at the stream.
          if let position = reader.takeWaiting(into: &buffer) { return position }
          close()
          throw CaptureError(
            .deviceLost,
            "The device \"\(device.name)\" (\(device.hostAPI)) gives no sound any more: it was unplugged, "
              + "or its audio server has ended. Plug it in or start the server, and open it again.",
            device: device)
        }
        usleep(UInt32(RingReader.pollInterval.seconds * 1e6))
      }
      close()
      return nil
    }

    /// What was lost since the last call.
    public func takeEvents() -> [AudioSourceEvent] { reader.takeEvents() }

    /// Ends a `read` that is under way, within a few hundredths of a second, and all later ones.
    public func cancel() { reader.cancel() }

    /// Whether the device still gives sound. Reading thread only, when nothing waits.
    private func isAlive() -> Bool {
      guard stream.withLock({ $0?.isActive ?? false }) else { return false }
      return pulse.withLock { pulse in
        let (callCount, now) = (sink.callCount, ContinuousClock.now)
        if callCount != pulse.callCount { pulse = (callCount, now) }
        return now - pulse.since < silentLimit
      }
    }

    private func close() {
      stream.withLock { $0 = nil }
      reader.reportTrailingLoss()
    }
  }
#endif
