import Synchronization

/// Hands blocks of samples from an audio thread to an analysis thread without ever making the audio
/// thread wait.
///
/// One thread writes, one thread reads. All memory is allocated when the ring is made. When there is
/// no room, a block is dropped and counted, and the next block that fits carries the number of frames
/// that were lost before it.
///
/// *Realtime*: ``write(_:frameCount:hostTime:)`` takes no lock, allocates nothing and always returns
/// after one copy.
@safe package final class BlockRing: @unchecked Sendable {
  // @unchecked: a slot is written only while it is free and read only while it is filled. Who may
  // touch it is decided by `written` and `read`, whose release/acquire pairs order the accesses.

  /// What travels with the samples of a block.
  package struct Header: Sendable, Equatable {
    /// The position of the block's first frame, counted from the start of the stream and including
    /// lost frames.
    package var framePosition: Int64
    /// How many frames of the block were kept.
    package var frameCount: Int
    /// How many frames were lost immediately before this block.
    package var framesLostBefore: Int64
    /// The capture time that the device reported, in nanoseconds on its own clock.
    package var hostTime: Int64
  }

  package let slotCount: Int
  package let slotByteCount: Int
  private let bytesPerFrame: Int
  private let headers: UnsafeMutablePointer<Header>
  private let payload: UnsafeMutableRawPointer
  private let written = Atomic<Int>(0)
  private let read = Atomic<Int>(0)
  private let lost = Atomic<Int64>(0)
  private let fullest = Atomic<Int>(0)
  // Only the writer touches these two.
  private var nextFrame: Int64 = 0
  private var pendingLoss: Int64 = 0

  /// - Parameters:
  ///   - slotCount: how many blocks wait at the most; a power of two.
  ///   - framesPerSlot: the longest block. A longer one is split over several slots.
  package init(bytesPerFrame: Int, framesPerSlot: Int, slotCount: Int) {
    precondition(slotCount > 0 && slotCount & (slotCount - 1) == 0, "slotCount: a power of two")
    precondition(bytesPerFrame > 0 && framesPerSlot > 0)
    self.bytesPerFrame = bytesPerFrame
    self.slotCount = slotCount
    slotByteCount = bytesPerFrame * framesPerSlot
    unsafe headers = .allocate(capacity: slotCount)
    unsafe headers.initialize(
      repeating: Header(framePosition: 0, frameCount: 0, framesLostBefore: 0, hostTime: 0),
      count: slotCount)
    unsafe payload = .allocate(byteCount: slotCount * slotByteCount, alignment: 64)
    unsafe payload.initializeMemory(as: UInt8.self, repeating: 0, count: slotCount * slotByteCount)
  }

  deinit {
    unsafe headers.deallocate()
    unsafe payload.deallocate()
  }

  /// The frames that found no room so far. *Thread-safe*.
  package var framesLost: Int64 { lost.load(ordering: .relaxed) }
  /// The most slots that were ever filled at once. *Thread-safe*.
  package var highWaterMark: Int { fullest.load(ordering: .relaxed) }

  /// Copies a block into the ring. Writer's thread only.
  /// - Returns: whether there was room for all of it.
  @discardableResult
  @_noLocks
  package func write(
    _ samples: UnsafeRawPointer, frameCount: Int, hostTime: Int64
  ) -> Bool {
    var done = 0
    while done < frameCount {
      let filled = written.load(ordering: .relaxed)
      let used = filled - read.load(ordering: .acquiring)
      if used == slotCount {
        let dropped = frameCount - done
        reportLoss(ofFrames: dropped)
        return false
      }
      let slot = filled & (slotCount - 1)
      let count = min(frameCount - done, slotByteCount / bytesPerFrame)
      unsafe headers[slot] = Header(
        framePosition: nextFrame, frameCount: count, framesLostBefore: pendingLoss,
        hostTime: hostTime)
      unsafe (payload + slot * slotByteCount).copyMemory(
        from: samples + done * bytesPerFrame, byteCount: count * bytesPerFrame)
      pendingLoss = 0
      nextFrame += Int64(count)
      done += count
      written.store(filled + 1, ordering: .releasing)
      if used + 1 > fullest.load(ordering: .relaxed) {
        fullest.store(used + 1, ordering: .relaxed)
      }
    }
    return true
  }

  /// Notes frames that the device itself lost, so that the time line jumps instead of sliding.
  /// Writer's thread only.
  @_noLocks
  package func reportLoss(ofFrames count: Int) {
    pendingLoss += Int64(count)
    nextFrame += Int64(count)
    lost.add(Int64(count), ordering: .relaxed)
  }

  /// The blocks that wait and follow one another without a loss between them.
  /// Reader's thread only.
  /// - Parameter limit: how many frames are enough; at least one block counts.
  package func nextRun(limit: Int) -> (blockCount: Int, frameCount: Int) {
    let end = written.load(ordering: .acquiring)
    var position = read.load(ordering: .relaxed)
    var run = (blockCount: 0, frameCount: 0)
    while position != end, run.frameCount < limit {
      let header = unsafe headers[position & (slotCount - 1)]
      if run.blockCount > 0, header.framesLostBefore > 0 { break }
      run.blockCount += 1
      run.frameCount += header.frameCount
      position += 1
    }
    return run
  }

  /// Lends the oldest block to `body` and frees its slot afterwards. Reader's thread only.
  /// - Returns: `nil` when the ring is empty.
  package func readBlock<Result>(
    _ body: (Header, UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result? {
    let position = read.load(ordering: .relaxed)
    guard position != written.load(ordering: .acquiring) else { return nil }
    let slot = position & (slotCount - 1)
    let header = unsafe headers[slot]
    defer { read.store(position + 1, ordering: .releasing) }
    return try unsafe body(
      header,
      UnsafeRawBufferPointer(
        start: payload + slot * slotByteCount, count: header.frameCount * bytesPerFrame))
  }
}
