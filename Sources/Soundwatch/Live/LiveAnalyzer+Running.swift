internal import SoundSignal

extension LiveAnalyzer {
  /// Opens the source and keeps the last seconds of its sound without analyzing it, so that
  /// ``start()`` begins at once and in the past. Returns before that is done; see ``states``.
  public func prepare() { begin(listening: false) }

  /// Begins to listen, and opens the source before if nobody called ``prepare()``. Returns before that is
  /// done; see ``states``.
  public func start() { begin(listening: true) }

  /// Ends listening: the last results are given, then all requests complete.
  ///
  /// *Blocking*: when it returns, no observer is called any more, and the source is released. Called from
  /// inside an observer's call it only asks for the end.
  public func stop() {
    requestStop()
    control.awaitEnd()
  }

  /// Listens until the end of the source, an error or `stop()`.
  ///
  /// *Blocking*.
  /// - Throws: what ended the stream, unless that was its own end or `stop()`.
  public func run() throws {
    start()
    control.awaitEnd()
    if let failure { throw failure }
  }

  /// Listens until the end of the source, an error, `stop()` or the cancellation of the task.
  /// - Throws: what ended the stream, unless that was its own end, `stop()` or the cancellation.
  public func run() async throws {
    await withTaskCancellationHandler {
      start()
      await ended()
    } onCancel: {
      requestStop()
    }
    if let failure { throw failure }
  }

  /// Ends listening as `stop()` does, and waits without blocking a thread.
  public func stop() async {
    requestStop()
    await ended()
  }

  private func ended() async {
    // Not a loop over the states alone: a cancelled task would leave it early.
    await withCheckedContinuation { continuation in
      startThread {
        self.control.awaitEnd()
        continuation.resume()
      }
    }
  }

  private func begin(listening: Bool) {
    guard control.begin(listening: listening) else { return }
    publish(.opening)
    startThread { LiveLoop(self).run() }
  }

  private func requestStop() {
    let (isWithoutThread, source) = control.stop()
    options.cancelOpening?()
    source?.cancel()
    if isWithoutThread {
      requests.end(.success(()))
      publish(.ended)
      control.threadEnds()
    }
  }
}
