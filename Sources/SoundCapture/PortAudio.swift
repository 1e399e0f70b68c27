#if Microphone
  internal import CPortAudio
  internal import Synchronization

  /// PortAudio, initialized as long as somebody needs it.
  ///
  /// The library is not made for several threads, so all calls but those of the audio threads go through
  /// one lock. When the last session ends it is terminated; the next one finds the devices anew.
  ///
  /// *Blocking*.
  struct PortAudio: ~Copyable {
    private static let sessionCount = Mutex(0)
    private let isVerbose: Bool

    /// Begins a session.
    /// - Parameter isVerbose: whether ALSA and JACK may write to the standard error stream.
    init(isVerbose: Bool) throws(CaptureError) {
      self.isVerbose = isVerbose
      let status = Self.sessionCount.withLock { count in
        let status = count == 0 ? Self.call(isVerbose: isVerbose) { Pa_Initialize() } : 0
        if status == 0 { count += 1 }
        return status
      }
      if status != 0 {
        throw CaptureError(
          .systemFailed, "The audio system cannot be used; see whether ALSA works (arecord -l).",
          cause: Self.text(of: status))
      }
    }

    deinit {
      Self.sessionCount.withLock { count in
        count -= 1
        if count == 0 { _ = Self.call(isVerbose: isVerbose) { Pa_Terminate() } }
      }
    }

    /// Calls the library under the lock, silencing the libraries behind it.
    func call<Result: Sendable>(_ body: () -> Result) -> Result {
      Self.sessionCount.withLock { _ in Self.call(isVerbose: isVerbose, body) }
    }

    private static func call<Result: Sendable>(isVerbose: Bool, _ body: () -> Result) -> Result {
      guard !isVerbose else { return body() }
      let before = soundwatch_silence()
      defer { soundwatch_end_silence(before) }
      return body()
    }

    /// PortAudio's words and number for an error.
    static func text(of status: PaError) -> String {
      let text = unsafe Pa_GetErrorText(status).map { unsafe String(cString: $0) } ?? "unknown"
      guard status == paUnanticipatedHostError.rawValue,
        let host = unsafe Pa_GetLastHostErrorInfo()?.pointee
      else { return "\(text), PortAudio error \(status)" }
      let detail = unsafe host.errorText.map { unsafe String(cString: $0) } ?? ""
      return "\(text): \(detail), host error \(unsafe host.errorCode)"
    }
  }
#endif
