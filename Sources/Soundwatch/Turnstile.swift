internal import Glibc

/// Lets one thread through at a time and knows which: a lock with a condition, for the few places where
/// one thread must wait for another to leave a stretch of foreign code.
///
/// *Thread-safe*.
@safe final class Turnstile: @unchecked Sendable {
  // @unchecked: `holder` is read and written only under `mutex`; the two C objects are made for
  // several threads.

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let freed: UnsafeMutablePointer<pthread_cond_t>
  private var holder: pthread_t?
  private var isClosed = false

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe freed = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(freed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(freed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe freed.deallocate()
    unsafe mutex.deallocate()
  }

  /// Runs `body` while no other thread is inside. A thread that is inside already, because `body` came
  /// back here, does not wait for itself.
  /// - Returns: `nil` when the turnstile is closed.
  func pass<Result>(_ body: () throws -> Result) rethrows -> Result? {
    let myself = pthread_self()
    unsafe pthread_mutex_lock(mutex)
    let isNested = isInside(myself)
    while !isNested && holder != nil && !isClosed { unsafe pthread_cond_wait(freed, mutex) }
    if isClosed {
      unsafe pthread_mutex_unlock(mutex)
      return nil
    }
    holder = myself
    unsafe pthread_mutex_unlock(mutex)
    defer {
      if !isNested {
        unsafe pthread_mutex_lock(mutex)
        holder = nil
        unsafe pthread_cond_broadcast(freed)
        unsafe pthread_mutex_unlock(mutex)
      }
    }
    return try body()
  }

  /// Whether the calling thread is inside.
  var isHeldByCaller: Bool {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return isInside(pthread_self())
  }

  /// Lets nobody through from now on, and waits until whoever is inside has left, unless it is the
  /// caller itself.
  func close() {
    unsafe pthread_mutex_lock(mutex)
    isClosed = true
    unsafe pthread_cond_broadcast(freed)
    while holder != nil && !isInside(pthread_self()) { unsafe pthread_cond_wait(freed, mutex) }
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Whether a thread is inside. Under the lock.
  private func isInside(_ thread: pthread_t) -> Bool {
    guard let holder else { return false }
    return pthread_equal(holder, thread) != 0
  }
}
