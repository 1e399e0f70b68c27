#if Microphone
  /// Says why nothing is captured, or nothing any more, in words for the person who can help it.
  ///
  /// *Thread-safe*: a value.
  public struct CaptureError: Error, Sendable {
    /// What kind of problem it is. New kinds may be added, so a `switch` needs a `default`.
    public struct Code: Sendable, Hashable {
      /// The name of the kind, such as `deviceLost`.
      public let name: String

      /// There is no device to capture from at all.
      public static let noDevice = Code(name: "noDevice")
      /// No device has the name or number that was chosen.
      public static let deviceNotFound = Code(name: "deviceNotFound")
      /// Several devices have the chosen part of a name.
      public static let ambiguousDevice = Code(name: "ambiguousDevice")
      /// The device does not offer the chosen rate or number of channels.
      public static let unsupportedFormat = Code(name: "unsupportedFormat")
      /// The device is there but cannot be opened: another program has it, or rights are missing. Trying
      /// again later may help.
      public static let deviceUnavailable = Code(name: "deviceUnavailable")
      /// The device was captured from and has gone: unplugged, or its audio server has ended.
      public static let deviceLost = Code(name: "deviceLost")
      /// PortAudio itself failed.
      public static let systemFailed = Code(name: "systemFailed")
    }

    /// What kind of problem it is.
    public var code: Code
    /// One or two sentences that name the device and say what may help.
    public var message: String
    /// What PortAudio reported, with its number, where it did.
    public var cause: String?
    /// The device, where one is meant.
    public var device: AudioDevice?

    /// Makes an error.
    public init(
      _ code: Code, _ message: String, cause: String? = nil, device: AudioDevice? = nil
    ) {
      self.code = code
      self.message = message
      self.cause = cause
      self.device = device
    }
  }

  extension CaptureError {
    /// What is thrown where there is no device to capture from at all.
    public static var nothingFound: CaptureError {
      CaptureError(
        .noDevice,
        "There is no microphone: neither ALSA nor JACK has a device to capture from. Plug one in; with "
          + "PulseAudio or PipeWire, see that it runs and that its ALSA plugin is installed "
          + "(libasound2-plugins or pipewire-alsa). `arecord -L` lists what ALSA sees.")
    }
  }

  extension CaptureError: CustomStringConvertible {
    /// The message, followed by its cause in brackets.
    public var description: String {
      if let cause { "\(message) [\(cause)]" } else { message }
    }
  }

  extension CaptureError.Code: CustomStringConvertible {
    /// The name of the kind.
    public var description: String { name }
  }
#endif
