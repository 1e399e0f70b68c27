#if Microphone
  /// A device that sound can be captured from.
  ///
  /// *Thread-safe*: a value. Its index holds until the list is made anew, which happens when a list is
  /// asked for or a microphone opened while none is open.
  public struct AudioDevice: Sendable, Hashable {
    /// PortAudio's number of the device.
    public var index: Int
    /// What the audio system calls the device.
    public var name: String
    /// The audio system that offers the device, such as `ALSA` or `JACK Audio Connection Kit`.
    public var hostAPI: String
    /// The most channels that can be captured. Devices that convert offer more than they have.
    public var channelCount: Int
    /// The rate that the audio system suggests, in hertz.
    public var defaultSampleRate: Int
    /// The delay from the sound to the program when it is kept short.
    public var lowLatency: Duration
    /// The delay from the sound to the program that also a busy machine keeps up with.
    public var highLatency: Duration
    /// Whether this device is used when none is named.
    public var isDefault: Bool
  }

  extension AudioDevice {
    /// All devices that sound can be captured from. Empty where there is none.
    ///
    /// *Blocking*: asks the audio systems, which takes up to a second.
    /// - Parameter isVerbose: whether PortAudio, ALSA and JACK may tell the standard error stream what
    ///   they miss.
    /// - Throws: ``CaptureError`` when there is no audio system at all.
    public static func inputs(isVerbose: Bool = false) throws(CaptureError) -> [AudioDevice] {
      try PortAudio(isVerbose: isVerbose).inputDevices()
    }
  }

  /// Chooses a device.
  ///
  /// *Thread-safe*: a value.
  public enum DeviceChoice: Sendable, Hashable {
    /// The audio system's default.
    case systemDefault
    /// The device with a number, as ``AudioDevice/index`` has it.
    case index(Int)
    /// The device with a name, or with a part of it that no other has; case does not matter. An exact name
    /// wins, and the default device wins over others.
    case named(String)
  }
#endif
