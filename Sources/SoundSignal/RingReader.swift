internal import Synchronization

/// The reading end of a ``BlockRing``: joins blocks into buffers that end at losses, and tells of them.
///
/// The writing end wakes nobody, because every means to do so is a call into the system, which an audio
/// thread had better not make. The reader looks every ``pollInterval`` instead: half of that is the mean
/// delay that an audio thread costs which only ever writes to memory.
///
/// *Confined* to the reading thread, except ``cancel()``, which is *Thread-safe*.
package final class RingReader: Sendable {
  /// How often to look. The classifier scores a frame every 40 ms, and half as many wake-ups cost little
  /// more than half; a sound card tells every 10 to 25 ms.
  package static let pollInterval: Duration = .milliseconds(40)
  /// A buffer holds a second at the most, so that a reader that was late does not get everything at once.
  private static let longestBuffer = 1

  package let ring: BlockRing
  package let format: PCMFormat
  private let events = Mutex<[AudioSourceEvent]>([])
  private let cancelled = Atomic<Bool>(false)
  private let reported = Atomic<Int64>(0)
  private let nextFrame = Atomic<Int64>(0)

  package init(_ ring: BlockRing, format: PCMFormat) {
    self.ring = ring
    self.format = format
  }

  /// Makes a ring for a format, with room for some time.
  package static func makeRing(for format: PCMFormat, holding duration: Duration) -> BlockRing {
    // Short slots waste little room whatever lengths the device's blocks have.
    let framesPerSlot = 128
    let wanted = max(1, Int(duration.seconds * Double(format.sampleRate)) / framesPerSlot)
    var slotCount = 1
    while slotCount < wanted, slotCount < 1 << 20 { slotCount *= 2 }
    return BlockRing(
      bytesPerFrame: format.bytesPerFrame, framesPerSlot: framesPerSlot, slotCount: slotCount)
  }

  package var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  package func cancel() { cancelled.store(true, ordering: .releasing) }

  /// Takes what is waiting, up to the next loss.
  /// - Returns: the position of the first frame, or `nil` when nothing waits.
  package func takeWaiting(into buffer: inout PCMBuffer) -> Int64? {
    let run = ring.nextRun(limit: format.sampleRate * Self.longestBuffer)
    guard run.blockCount > 0 else { return nil }
    buffer.reset(format: format, frameCount: run.frameCount)
    var filled = 0
    var position: Int64 = 0
    for index in 0..<run.blockCount {
      let byteCount = unsafe ring.readBlock { header, bytes in
        if index == 0 {
          position = header.framePosition
          if header.framesLostBefore > 0 { report(header.framesLostBefore, before: position) }
        }
        unsafe buffer.withMutableBytes { target in
          unsafe UnsafeMutableRawBufferPointer(rebasing: target[filled...]).copyMemory(from: bytes)
        }
        return bytes.count
      }
      filled += byteCount ?? 0
    }
    nextFrame.store(position + Int64(run.frameCount), ordering: .relaxed)
    return position
  }

  /// Tells of what was lost behind the last block, when no other will come.
  package func reportTrailingLoss() {
    let rest = ring.framesLost - reported.load(ordering: .relaxed)
    if rest > 0 { report(rest, before: nextFrame.load(ordering: .relaxed) + rest) }
  }

  /// What was lost since the last call.
  package func takeEvents() -> [AudioSourceEvent] {
    events.withLock { events in
      guard !events.isEmpty else { return [] }
      defer { events = [] }
      return events
    }
  }

  private func report(_ count: Int64, before position: Int64) {
    reported.add(count, ordering: .relaxed)
    events.withLock { $0.append(.framesLost(count, at: position - count)) }
  }
}
