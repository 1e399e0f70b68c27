#if MediaFiles
  internal import CFFmpeg

  internal import Glibc

  /// Owns an `AVIOContext` through which FFmpeg reads a pipe.
  ///
  /// It is a class and not a `~Copyable` struct because FFmpeg's callback needs its address.
  @safe final class DescriptorInput {
    private let descriptor: WakeableDescriptor
    private(set) var context: UnsafeMutablePointer<AVIOContext>?
    /// Whether the pipe has given any byte.
    private(set) var hasDelivered = false
    /// What was read in order to look at it, and FFmpeg has not got yet.
    private var head: ArraySlice<UInt8> = []
    private static let bufferByteCount = 1 << 16

    init(_ descriptor: WakeableDescriptor) {
      self.descriptor = descriptor
      let buffer = unsafe av_malloc(Self.bufferByteCount)?.assumingMemoryBound(to: UInt8.self)
      unsafe context = avio_alloc_context(
        buffer, Int32(Self.bufferByteCount), 0, Unmanaged.passUnretained(self).toOpaque(),
        { opaque, target, count in
          guard let opaque = unsafe opaque, count > 0 else { return soundwatch_averror(EINVAL) }
          let input = unsafe Unmanaged<DescriptorInput>.fromOpaque(opaque).takeUnretainedValue()
          return unsafe input.read(
            UnsafeMutableRawBufferPointer(start: target, count: Int(count)))
        }, nil, nil)
      guard unsafe context != nil else { fatalError("Out of memory.") }
    }

    deinit {
      // FFmpeg may have replaced the buffer, so the one to free is in the context.
      unsafe av_free(context?.pointee.buffer)
      unsafe avio_context_free(&context)
    }

    /// Whether a WAV file comes through the pipe. To be asked before anything is read. *Blocking*.
    func beginsWithWAVE() -> Bool {
      var bytes = [UInt8](repeating: 0, count: WAVEHeader.signatureByteCount)
      var filled = 0
      while filled < bytes.count {
        let outcome = unsafe bytes.withUnsafeMutableBytes {
          unsafe descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
        }
        guard case .bytes(let count) = outcome else { break }
        filled += count
      }
      head = bytes[..<filled]
      return WAVEHeader.isWAVE(head)
    }

    private func read(_ target: UnsafeMutableRawBufferPointer) -> Int32 {
      if !head.isEmpty {
        hasDelivered = true
        let count = min(head.count, target.count)
        unsafe target.copyBytes(from: head.prefix(count))
        head = head.dropFirst(count)
        return Int32(count)
      }
      switch unsafe descriptor.read(into: target) {
      case .bytes(let count):
        hasDelivered = true
        return Int32(count)
      case .end: return soundwatch_averror_eof()
      case .cancelled: return soundwatch_averror_exit()
      case .failed(let number): return soundwatch_averror(number)
      }
    }
  }
#endif
