#if Microphone
  public import SoundSignal

  extension Microphone {
    /// How a device is captured from.
    ///
    /// *Thread-safe*: a value.
    public struct Options: Sendable, Hashable {
      /// Which device; the system's default at first.
      public var device = DeviceChoice.systemDefault
      /// Frames per second, in hertz; `nil` for the device's own rate.
      public var sampleRate: Int?
      /// How many channels; `nil` for what the device has, but two at most.
      public var channelCount: Int?
      /// How a sample is stored: `float32`, which holds what any device gives, or `int16`, `int24`,
      /// `int32`.
      public var sampleFormat = SampleFormat.float32
      /// How much sound finds room while the reader is busy, at the least.
      public var ringDuration: Duration = .seconds(2)
      /// After how long without any sound the device counts as gone.
      public var silentLimit: Duration = .seconds(2)
      /// Whether PortAudio, ALSA and JACK may tell the standard error stream what they miss. Where several
      /// microphones are open, the first one decides for PortAudio's audio threads.
      public var isVerbose = false

      /// The default device as it is.
      public init() {}

      /// The format to capture in.
      func format(for device: AudioDevice) throws(CaptureError) -> PCMFormat {
        // Devices that convert, such as ALSA's `default`, claim 32 channels and more.
        let channels = channelCount ?? min(device.channelCount, 2)
        do throws(PCMFormatError) {
          return try PCMFormat(
            sampleFormat == .float64 ? .float32 : sampleFormat,
            sampleRate: sampleRate ?? device.defaultSampleRate, channelCount: channels)
        } catch {
          throw CaptureError(.unsupportedFormat, error.description, device: device)
        }
      }
    }
  }
#endif
