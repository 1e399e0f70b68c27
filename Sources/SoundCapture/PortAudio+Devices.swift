#if Microphone
  internal import CPortAudio

  extension PortAudio {
    /// All devices that sound can be captured from.
    func inputDevices() -> [AudioDevice] {
      call {
        let standard = Int(Pa_GetDefaultInputDevice())
        return (0..<max(Int(Pa_GetDeviceCount()), 0)).compactMap { index in
          guard let information = unsafe Pa_GetDeviceInfo(PaDeviceIndex(index))?.pointee,
            unsafe information.maxInputChannels > 0
          else { return nil }
          let host = unsafe Pa_GetHostApiInfo(information.hostApi)?.pointee.name
          return unsafe AudioDevice(
            index: index, name: information.name.map { unsafe String(cString: $0) } ?? "",
            hostAPI: host.map { unsafe String(cString: $0) } ?? "",
            channelCount: Int(information.maxInputChannels),
            defaultSampleRate: Int(information.defaultSampleRate.rounded()),
            lowLatency: .seconds(information.defaultLowInputLatency),
            highLatency: .seconds(information.defaultHighInputLatency),
            isDefault: index == standard)
        }
      }
    }

    /// The device that is meant by a choice.
    func device(_ choice: DeviceChoice) throws(CaptureError) -> AudioDevice {
      try choice.device(among: inputDevices())
    }
  }

  extension DeviceChoice {
    /// The device that is meant.
    package func device(among devices: [AudioDevice]) throws(CaptureError) -> AudioDevice {
      guard !devices.isEmpty else { throw .nothingFound }
      let known = devices.map { "\($0.index) \($0.name)" }.joined(separator: ", ")
      switch self {
      case .systemDefault:
        guard let device = devices.first(where: \.isDefault) else {
          throw CaptureError(
            .noDevice, "The audio system has no default device. Choose one of: \(known).")
        }
        return device
      case .index(let index):
        guard let device = devices.first(where: { $0.index == index }) else {
          throw CaptureError(
            .deviceNotFound,
            "No device to capture from has the number \(index). There are: \(known).")
        }
        return device
      case .named(let name):
        return try Self.device(named: name, among: devices, known: known)
      }
    }

    private static func device(
      named name: String, among devices: [AudioDevice], known: String
    ) throws(CaptureError) -> AudioDevice {
      if let device = devices.first(where: { $0.name == name }) { return device }
      let wanted = name.lowercased()
      let matches = devices.filter { $0.name.lowercased().contains(wanted) }
      if let device = matches.count == 1 ? matches.first : matches.first(where: \.isDefault) {
        return device
      }
      guard matches.isEmpty else {
        let names = matches.map { "\($0.index) \($0.name)" }.joined(separator: ", ")
        throw CaptureError(
          .ambiguousDevice,
          "\"\(name)\" is in the names of several devices: \(names). Say more of it.")
      }
      throw CaptureError(
        .deviceNotFound,
        "No device to capture from has \"\(name)\" in its name. There are: \(known).")
    }
  }
#endif
