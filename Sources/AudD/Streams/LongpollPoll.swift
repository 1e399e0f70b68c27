/// The events of a stream as they come.
///
/// A background task polls from the start to ``close()``, or to the first error that cannot be mended,
/// which ``errors`` delivers; then all three sequences end. They end too when a task that waits for one
/// of them is cancelled, and when nobody holds the poll any more. Each sequence is for one reader, and
/// keeps the newest 1000 elements for a reader that is slow.
///
/// *Thread-safe*: an actor.
public actor LongpollPoll {
  /// The songs that are heard.
  public nonisolated let matches: AsyncStream<StreamCallbackMatch>
  /// The changes in the state of the stream.
  public nonisolated let notifications: AsyncStream<StreamCallbackNotification>
  /// The error that ended the poll, if one did.
  public nonisolated let errors: AsyncStream<any Error>
  private let task: Task<Void, Never>

  init(_ poller: LongpollPoller, since: Int?) {
    let (matches, match) = AsyncStream.makeStream(
      of: StreamCallbackMatch.self, bufferingPolicy: .bufferingNewest(1000))
    let (notifications, notification) = AsyncStream.makeStream(
      of: StreamCallbackNotification.self, bufferingPolicy: .bufferingNewest(1000))
    let (errors, failure) = AsyncStream.makeStream(
      of: (any Error).self, bufferingPolicy: .bufferingNewest(1))
    self.matches = matches
    self.notifications = notifications
    self.errors = errors
    let task = Task {
      do {
        try await poller.run(since: since) { event in
          switch event {
          case .match(let value): match.yield(value)
          case .notification(let value): notification.yield(value)
          }
        }
      } catch {
        if !Task.isCancelled { failure.yield(error) }
      }
      match.finish()
      notification.finish()
      failure.finish()
    }
    self.task = task
    match.onTermination = { if case .cancelled = $0 { task.cancel() } }
    notification.onTermination = { if case .cancelled = $0 { task.cancel() } }
    failure.onTermination = { if case .cancelled = $0 { task.cancel() } }
  }

  deinit { task.cancel() }

  /// Ends the poll, and returns when nothing of it is left. Closing twice does nothing more.
  public func close() async {
    task.cancel()
    await task.value
  }
}
