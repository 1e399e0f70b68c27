/// Cuts a stream of buffers anew, into buffers of one length.
///
/// *Confined*.
struct BufferGrouper {
  private let frameCount: Int
  private var pending: PCMBuffer
  private var filled = 0
  private var start: Int64 = 0

  init(format: PCMFormat, frameCount: Int) {
    self.frameCount = frameCount
    pending = PCMBuffer(format: format)
  }

  /// Takes a buffer in, and gives what has become full. A gap in the positions ends a buffer early.
  mutating func append(
    _ buffer: PCMBuffer, at position: Int64, _ deliver: (PCMBuffer, Int64) -> Void
  ) {
    if filled > 0, position != start + Int64(filled) { flush(deliver) }
    var taken = 0
    while taken < buffer.frameCount {
      if filled == 0 {
        start = position + Int64(taken)
        pending.reset(format: buffer.format, frameCount: frameCount)
      }
      let count = min(frameCount - filled, buffer.frameCount - taken)
      pending.copy(count, from: buffer, at: taken, to: filled)
      filled += count
      taken += count
      if filled == frameCount {
        filled = 0
        deliver(pending, start)
      }
    }
  }

  /// Gives what is there.
  mutating func flush(_ deliver: (PCMBuffer, Int64) -> Void) {
    guard filled > 0 else { return }
    var rest = PCMBuffer(format: pending.format, frameCount: filled)
    rest.copy(filled, from: pending, at: 0, to: 0)
    filled = 0
    deliver(rest, start)
  }
}

extension PCMBuffer {
  /// Copies frames of another buffer of the same format.
  fileprivate mutating func copy(
    _ count: Int, from source: PCMBuffer, at first: Int, to target: Int
  ) {
    // Planes follow one another; interleaved samples are one plane of whole frames.
    let planes = format.isInterleaved ? 1 : format.channelCount
    let width = format.bytesPerFrame / planes
    let length = frameCount
    unsafe source.withBytes { from in
      unsafe withMutableBytes { to in
        guard let fromBase = from.baseAddress, let toBase = to.baseAddress else { return }
        for plane in 0..<planes {
          unsafe (toBase + (plane * length + target) * width).copyMemory(
            from: fromBase + (plane * source.frameCount + first) * width, byteCount: count * width)
        }
      }
    }
  }
}
