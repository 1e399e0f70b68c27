internal import Glibc
internal import SoundSignal
internal import Synchronization

/// What was asked of a ``LiveAnalyzer``'s thread, and the means to wake and to await it.
///
/// *Thread-safe*.
@safe final class LiveControl: @unchecked Sendable {
  // @unchecked: `content` is touched only under `mutex`; the two C objects are made for several threads.
  // A Mutex has no condition to wait on.

  private struct Content {
    var hasThread = false
    var shallListen = false
    var shallStop = false
    var isOver = false
    /// The thread that analyzes.
    var thread: pthread_t?
    var source: (any AudioSource)?
  }
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var content = Content()

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    // Waits must not depend on somebody setting the time of day.
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(changed, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  private func withLock<Result>(_ body: (inout Content) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body(&content)
  }

  // MARK: From outside

  /// Notes a wish.
  /// - Returns: whether the caller is the one who must provide the thread.
  func begin(listening: Bool) -> Bool {
    withLock { content in
      if listening { content.shallListen = true }
      unsafe pthread_cond_broadcast(changed)
      guard !content.hasThread, !content.shallStop else { return false }
      content.hasThread = true
      return true
    }
  }

  /// Asks for the end.
  /// - Returns: whether there is no thread, and never will be, and the source to cancel.
  func stop() -> (isWithoutThread: Bool, source: (any AudioSource)?) {
    withLock { content in
      let isFirst = !content.shallStop
      content.shallStop = true
      unsafe pthread_cond_broadcast(changed)
      return (isFirst && !content.hasThread, content.source)
    }
  }

  /// Waits until the thread is done, unless it is the caller.
  func awaitEnd() {
    // Not inside `withLock`, which would keep others from the content while this thread waits.
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    if let thread = content.thread, pthread_equal(thread, pthread_self()) != 0 { return }
    while !content.isOver { unsafe pthread_cond_wait(changed, mutex) }
  }

  // MARK: From the thread that analyzes

  func threadBegins() { withLock { $0.thread = pthread_self() } }

  func threadEnds() {
    withLock { content in
      content.isOver = true
      content.thread = nil
      unsafe pthread_cond_broadcast(changed)
    }
  }

  var shallListen: Bool { withLock { $0.shallListen } }
  var shallStop: Bool { withLock { $0.shallStop } }

  /// Notes the source that reads are waiting on.
  /// - Returns: false when the end was asked for meanwhile.
  func use(_ source: (any AudioSource)?) -> Bool {
    withLock { content in
      content.source = source
      return !content.shallStop
    }
  }

  /// Waits, but not longer than until somebody asks for the end.
  /// - Returns: false when somebody did.
  func wait(for duration: Duration) -> Bool {
    let end = ContinuousClock.now + duration
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while !content.shallStop {
      let rest = end - ContinuousClock.now
      guard rest > .zero else { break }
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      let (seconds, attoseconds) = rest.components
      let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
      time.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
      time.tv_nsec = nanoseconds % 1_000_000_000
      unsafe pthread_cond_timedwait(changed, mutex, &time)
    }
    return !content.shallStop
  }
}
