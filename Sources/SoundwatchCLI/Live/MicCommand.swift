import SoundCapture

/// `soundwatch mic`.
///
/// *Confined*: once in a process. *Blocking*.
package struct MicCommand {
  private let options: LiveOptions
  private let messages: Messages

  package init(_ options: LiveOptions) {
    self.options = options
    messages = Messages(verbosity: options.verbosity)
  }

  /// Listens, or lists what could be listened to.
  package func run() throws(UsageError) -> ExitStatus {
    Interruption.ignoreBrokenPipes()
    #if Microphone
      if options.listsDevices { return listDevices() }
      return try LiveCommand(
        options, source: MicrophoneSource(options), messages: messages
      ).run()
    #else
      messages.error(nil, "This soundwatch was built without microphones.")
      return .sourceNotFound
    #endif
  }

  #if Microphone
    private func listDevices() -> ExitStatus {
      do throws(CaptureError) {
        let devices = try AudioDevice.inputs(isVerbose: options.verbosity == .verbose)
        let list = DeviceList(devices)
        _ = writeAll((options.writesJSON ? list.json() : list.text()).bytes, to: 1)
        if devices.isEmpty { throw CaptureError.nothingFound }
        return .success
      } catch {
        messages.error(nil, options.verbosity == .verbose ? "\(error)" : error.message)
        return .sourceNotFound
      }
    }
  #endif
}
