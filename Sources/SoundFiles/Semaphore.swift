internal import Glibc

/// Owns a counting semaphore of the system.
///
/// *Thread-safe*; *Blocking*.
@safe final class Semaphore: @unchecked Sendable {
  // @unchecked: POSIX lets any thread wait for and post a semaphore; the pointer never changes.
  private let semaphore: UnsafeMutablePointer<sem_t>

  init(_ count: Int) {
    unsafe semaphore = .allocate(capacity: 1)
    let status = unsafe sem_init(semaphore, 0, UInt32(count))
    precondition(status == 0, "A semaphore cannot count to \(count).")
  }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  /// Waits until the count is above zero, and takes one off.
  func wait() {
    while unsafe sem_wait(semaphore) != 0 { precondition(errno == EINTR, "sem_wait failed") }
  }

  /// Adds one to the count.
  func signal() { unsafe sem_post(semaphore) }
}
