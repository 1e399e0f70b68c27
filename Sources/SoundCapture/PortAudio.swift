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
    private struct Sessions {
      var count = 0
      var filter = ErrorStreamFilter()
    }
    private static let sessions = Mutex(Sessions())
    private let isVerbose: Bool

    /// Begins a session.
    /// - Parameter isVerbose: whether PortAudio, ALSA and JACK may write to the standard error stream.
    init(isVerbose: Bool) throws(CaptureError) {
      self.isVerbose = isVerbose
      let status = Self.sessions.withLock { sessions in
        if sessions.count == 0 {
          if !isVerbose { sessions.filter.begin() }
          let status = Self.call(isVerbose: isVerbose, Self.initialize)
          guard status == 0 else {
            sessions.filter.end()
            return status
          }
        }
        sessions.count += 1
        return 0
      }
      if status != 0 {
        throw CaptureError(
          .systemFailed, "The audio system cannot be used; see whether ALSA works (arecord -l).",
          cause: Self.text(of: status))
      }
    }

    deinit {
      Self.sessions.withLock { sessions in
        sessions.count -= 1
        guard sessions.count == 0 else { return }
        _ = Self.call(isVerbose: isVerbose) { Pa_Terminate() }
        sessions.filter.end()
      }
    }

    private static func initialize() -> PaError {
      soundwatch_hide_encoder()
      defer { soundwatch_end_hiding() }
      return Pa_Initialize()
    }

    /// Calls the library under the lock, silencing the libraries behind it.
    func call<Result: Sendable>(_ body: () -> Result) -> Result {
      Self.sessions.withLock { _ in Self.call(isVerbose: isVerbose, body) }
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

  /// Keeps what PortAudio says of its own source code off the standard error stream, which it writes to at
  /// any time from its audio threads. Whatever else the process writes there arrives as before.
  ///
  /// *Confined*: under PortAudio's lock.
  @safe private struct ErrorStreamFilter: @unchecked Sendable {
    // @unchecked: streams of C are made for several threads.
    private var filter: UnsafeMutableRawPointer?
    private var replaced: UnsafeMutableRawPointer?

    mutating func begin() {
      if unsafe filter == nil { unsafe filter = soundwatch_make_filter() }
      guard unsafe filter != nil else { return }
      unsafe replaced = soundwatch_exchange_error_stream(filter)
    }

    mutating func end() {
      guard unsafe replaced != nil else { return }
      _ = unsafe soundwatch_exchange_error_stream(replaced)
      unsafe replaced = nil
    }
  }
#endif
