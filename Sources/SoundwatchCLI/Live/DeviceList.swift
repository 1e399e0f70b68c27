#if Microphone
  package import SoundCapture

  /// The list of microphones, for people and for programs.
  ///
  /// *Thread-safe*: a value.
  package struct DeviceList: Sendable {
    private let devices: [AudioDevice]

    package init(_ devices: [AudioDevice]) { self.devices = devices }

    /// A table with a line for each device. The default one is marked.
    package func text() -> TextBuffer {
      var text = TextBuffer()
      let nameWidth = devices.map { $0.name.map(columnCount).reduce(0, +) }.max() ?? 0
      for device in devices {
        text.append(device.isDefault ? "* " : "  ")
        text.append(rightAligned: buffer("\(device.index)"), width: 3)
        let name = device.name.withoutControls
        text.append("  \(name)")
        text.append(spaces: nameWidth - name.map(columnCount).reduce(0, +))
        text.append("  \(device.hostAPI), \(device.channelCount) channel")
        text.append(device.channelCount == 1 ? "" : "s")
        text.append(", \(device.defaultSampleRate) Hz, ")
        text.append(milliseconds(device.lowLatency), decimals: 0)
        text.append(" ms\n")
      }
      return text
    }

    /// A JSON object for each device, a line each.
    package func json() -> TextBuffer {
      var text = TextBuffer()
      for device in devices {
        text.append("{\"index\":\(device.index),\"name\":")
        text.append(json: device.name)
        text.append(",\"hostAPI\":")
        text.append(json: device.hostAPI)
        text.append(",\"channels\":\(device.channelCount)")
        text.append(",\"sampleRate\":\(device.defaultSampleRate),\"lowLatency\":")
        text.append(milliseconds(device.lowLatency) / 1000, decimals: 4)
        text.append(",\"highLatency\":")
        text.append(milliseconds(device.highLatency) / 1000, decimals: 4)
        text.append(",\"default\":\(device.isDefault)}\n")
      }
      return text
    }

    private func milliseconds(_ duration: Duration) -> Double { duration / .milliseconds(1) }

    private func buffer(_ text: String) -> TextBuffer {
      var buffer = TextBuffer()
      buffer.append(text)
      return buffer
    }
  }
#endif
