#if Microphone
  @testable import SoundCapture
  import Testing

  struct DeviceChoiceTests {
    private static let devices = [
      device(3, "HDA Intel PCH: ALC257 Analog (hw:0,0)"),
      device(5, "USB Microphone: Audio (hw:1,0)"),
      device(7, "pulse"),
      device(9, "default", isDefault: true),
      device(11, "USB Headset: Audio (hw:2,0)"),
    ]

    private static func device(
      _ index: Int, _ name: String, isDefault: Bool = false
    ) -> AudioDevice {
      AudioDevice(
        index: index, name: name, hostAPI: "ALSA", channelCount: 2, defaultSampleRate: 48_000,
        lowLatency: .milliseconds(10), highLatency: .milliseconds(40), isDefault: isDefault)
    }

    @Test(arguments: [
      (DeviceChoice.systemDefault, 9), (.index(5), 5), (.named("alc257"), 3), (.named("pulse"), 7),
      (.named("headset"), 11), (.named("USB Microphone: Audio (hw:1,0)"), 5),
    ])
    func findsTheDevice(_ choice: DeviceChoice, _ index: Int) throws {
      #expect(try choice.device(among: Self.devices).index == index)
    }

    @Test(arguments: [
      (DeviceChoice.index(4), CaptureError.Code.deviceNotFound, "9 default"),
      (.named("bluetooth"), .deviceNotFound, "5 USB Microphone"),
      (.named("usb"), .ambiguousDevice, "11 USB Headset"),
    ])
    func saysWhatThereIs(_ choice: DeviceChoice, _ code: CaptureError.Code, _ hint: String) {
      let error = #expect(throws: CaptureError.self) { try choice.device(among: Self.devices) }
      #expect(error?.code == code)
      #expect(error?.message.contains(hint) == true, "\(String(describing: error))")
    }

    @Test func withoutDevicesSaysHowToGetOne() {
      let error = #expect(throws: CaptureError.self) {
        try DeviceChoice.systemDefault.device(among: [])
      }
      #expect(error?.code == .noDevice)
      #expect(error?.message.contains("PipeWire") == true)
    }
  }
#endif
