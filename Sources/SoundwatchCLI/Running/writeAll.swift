internal import Glibc

/// Writes bytes into a descriptor until all are written.
///
/// *Blocking*.
/// - Returns: zero, or the error number of the operating system.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
  var written = 0
  while written < bytes.count {
    let count = unsafe bytes.withUnsafeBytes { memory in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: memory[written...])
      return unsafe write(descriptor, rest.baseAddress, rest.count)
    }
    if count >= 0 {
      written += count
    } else if errno == EAGAIN || errno == EWOULDBLOCK {
      // Somebody else made the pipe non-blocking.
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&request, 1, -1)
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}
