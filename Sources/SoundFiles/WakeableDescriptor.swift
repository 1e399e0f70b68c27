import Synchronization

internal import Glibc

/// Reads a file descriptor in a way that another thread can interrupt.
///
/// *Blocking*, except ``cancel()``, which is *Thread-safe*.
final class WakeableDescriptor: Sendable {
  /// What one read gave.
  enum Outcome: Equatable {
    case bytes(Int)
    case end
    case cancelled
    case failed(errno: Int32)
  }

  private let descriptor: Int32
  private let closesDescriptor: Bool
  /// A pipe that becomes readable, and stays so, with ``cancel()``.
  private let wake: (readEnd: Int32, writeEnd: Int32)
  private let cancelled = Atomic<Bool>(false)

  init(_ descriptor: Int32, closesDescriptor: Bool) {
    self.descriptor = descriptor
    self.closesDescriptor = closesDescriptor
    var ends: [Int32] = [-1, -1]
    let status = unsafe pipe(&ends)
    precondition(status == 0, "The process has no file descriptor left.")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    wake = (ends[0], ends[1])
  }

  deinit {
    close(wake.readEnd)
    close(wake.writeEnd)
    if closesDescriptor { close(descriptor) }
  }

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// Makes every read, also one that is waiting, return `cancelled`.
  func cancel() {
    guard !cancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var byte: UInt8 = 1
    _ = unsafe write(wake.writeEnd, &byte, 1)
  }

  /// Waits for bytes and takes as many as there are, up to the size of `target`.
  func read(into target: UnsafeMutableRawBufferPointer) -> Outcome {
    while true {
      if isCancelled { return .cancelled }
      let status = waitForBytes()
      if isCancelled { return .cancelled }
      if status == EINTR { continue }
      if status != 0 { return .failed(errno: status) }
      let count = unsafe readBytes(descriptor, target)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno != EINTR, errno != EAGAIN { return .failed(errno: errno) }
    }
  }

  /// Waits until there are bytes, the writer has gone or somebody cancels.
  /// - Returns: zero or an `errno`.
  private func waitForBytes() -> Int32 {
    var waits = (
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0)
    )
    let status = unsafe withUnsafeMutableBytes(of: &waits) {
      unsafe poll($0.assumingMemoryBound(to: pollfd.self).baseAddress, 2, -1)
    }
    return status < 0 ? errno : 0
  }
}

/// The system's `read`, out of the way of the method with the same name.
private func readBytes(_ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(descriptor, target.baseAddress, target.count)
}
