import Synchronization

internal import Glibc

/// Stops the opening and the reading of a media file from another thread.
///
/// Hand one to the initializer of ``MediaFileSource`` to be able to leave a server that does not
/// answer; once the source exists, its `cancel()` does the same.
///
/// *Thread-safe*.
public final class MediaFileCancellation: Sendable {
  private let cancelled = Atomic<Bool>(false)
  private let expired = Atomic<Bool>(false)
  /// When the call under way must be over, in nanoseconds of the monotonic clock.
  private let deadline = Atomic<Int64>(.max)
  /// The pipe that a read may be waiting for.
  private let descriptor = Mutex<WakeableDescriptor?>(nil)

  /// Makes a handle that has not been cancelled.
  public init() {}

  /// Ends what is under way, usually within a tenth of a second, for good.
  public func cancel() {
    cancelled.store(true, ordering: .releasing)
    let waiting = descriptor.withLock { $0 }
    waiting?.cancel()
  }

  /// Wakes also the reader of `pipe` when cancelled.
  func wake(_ pipe: WakeableDescriptor) {
    descriptor.withLock { $0 = pipe }
    if isCancelled { pipe.cancel() }
  }

  /// Whether ``cancel()`` was called.
  public var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// Whether the deadline passed while FFmpeg was waiting.
  var isExpired: Bool { expired.load(ordering: .acquiring) }

  /// Sets, or with `nil` removes, the time after which FFmpeg is told to give up.
  func setDeadline(secondsFromNow seconds: Double?) {
    let time = seconds.map { Self.now() + Int64(min($0, 1e9) * 1e9) }
    deadline.store(time ?? .max, ordering: .releasing)
  }

  /// What FFmpeg asks again and again while it waits.
  func shouldStop() -> Bool {
    if isCancelled { return true }
    let deadline = deadline.load(ordering: .acquiring)
    guard deadline != .max, Self.now() > deadline else { return false }
    expired.store(true, ordering: .releasing)
    return true
  }

  private static func now() -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
