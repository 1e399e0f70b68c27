internal import Dispatch
internal import SoundRecognition
internal import SoundSignal
internal import Synchronization

/// One question to a recognizer that may take its time, with an upper limit to that.
///
/// *Thread-safe*.
final class RecognizerCall: Sendable {
  typealias Answer = Result<[MatchedMediaItem], any Error>

  private let state = Mutex<Answer?>(nil)
  private let isAnswered = Atomic<Bool>(false)
  private let signal = DispatchSemaphore(value: 0)
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let deadline: DispatchTime
  private let late: RecognitionError

  /// Asks.
  init(_ recognizer: any MusicRecognizer, about excerpt: MusicExcerpt, timeout: Duration) {
    deadline = .now() + timeout.seconds
    late = RecognitionError(
      .matchAttemptFailed, "\(recognizer.name) has not answered within \(timeout).")
    let question = Task.detached { [weak self] in
      do {
        let items = try await recognizer.recognize(excerpt)
        self?.give(.success(items))
      } catch {
        self?.give(.failure(error))
      }
    }
    task.withLock { $0 = question }
  }

  deinit { cancel() }

  /// The answer, once it is there, or the time is over.
  var answer: Answer? {
    if isAnswered.load(ordering: .acquiring) { return state.withLock { $0 } }
    guard DispatchTime.now() >= deadline else { return nil }
    give(.failure(late))
    return state.withLock { $0 }
  }

  /// Waits for the answer, at most for as long as the limit is. The limit is no task of Swift's: the
  /// threads that run those may all be waiting here.
  func wait() -> Answer {
    while true {
      if let answer { return answer }
      _ = signal.wait(timeout: deadline)
    }
  }

  /// Nobody wants the answer any more.
  func cancel() {
    let task = task.withLock { task in
      defer { task = nil }
      return task
    }
    task?.cancel()
  }

  private func give(_ answer: Answer) {
    let isFirst = state.withLock { state in
      guard state == nil else { return false }
      state = answer
      return true
    }
    guard isFirst else { return }
    isAnswered.store(true, ordering: .releasing)
    signal.signal()
    cancel()
  }
}
