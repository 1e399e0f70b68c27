internal import Foundation
internal import SoundSignal
internal import Synchronization

/// The way of a stream's buffers to the session's queue, with an upper limit to what waits there.
///
/// *Thread-safe*.
final class SessionStream: Sendable {
  /// How much sound waits at the most, in seconds. No tap gets that far ahead; whoever pushes a file
  /// does, and is slowed down.
  static let capacity: TimeInterval = 60
  /// How long a caller waits for room, in seconds, before its buffer is dropped.
  static let patience: TimeInterval = 1

  private let timing: StreamTiming
  private let wall: WallClock
  private let state = Mutex(State())
  private let room = RoomSignal()

  struct Waiting: Sendable {
    var buffer: PCMBuffer
    var time: StreamTime?
    /// When the buffer came, if predictions are to follow the clock on the wall.
    var heard: TimeInterval?
    /// How many frames were dropped before it.
    var lost: Int64
    var duration: TimeInterval { Double(buffer.frameCount) / Double(buffer.format.sampleRate) }
  }

  private struct State: Sendable {
    var waiting: ArraySlice<Waiting> = []
    var waitingDuration: TimeInterval = 0
    var isBeingEmptied = false
    var droppedFrames: Int64 = 0
    /// Dropped since the last buffer that was taken.
    var lost: Int64 = 0
  }

  init(timing: StreamTiming, wall: WallClock) {
    self.timing = timing
    self.wall = wall
  }

  var droppedFrameCount: Int64 { state.withLock { $0.droppedFrames } }

  /// Puts a buffer where ``takeNext()`` finds it.
  /// - Parameter patience: how long to wait for room.
  /// - Returns: whether somebody must be sent to empty the queue.
  func put(_ buffer: PCMBuffer, at time: StreamTime?, patience: TimeInterval) -> Bool {
    let heard: TimeInterval? =
      switch timing {
      case .automatic: time == nil ? wall.now() : nil
      case .stream: nil
      case .wall: wall.now()
      }
    var waiting = Waiting(buffer: buffer, time: time, heard: heard, lost: 0)
    guard
      room.wait(
        atMost: patience,
        until: { [self] in
          state.withLock {
            // A single buffer may be of any length.
            $0.waiting.isEmpty || $0.waitingDuration + waiting.duration <= Self.capacity
          }
        })
    else {
      state.withLock {
        $0.droppedFrames += Int64(buffer.frameCount)
        $0.lost += Int64(buffer.frameCount)
      }
      return false
    }
    return state.withLock { state in
      waiting.lost = state.lost
      state.lost = 0
      state.waitingDuration += waiting.duration
      state.waiting.append(waiting)
      defer { state.isBeingEmptied = true }
      return !state.isBeingEmptied
    }
  }

  /// The buffer that has waited longest; when there is none, the next `put` sends somebody again.
  func takeNext() -> Waiting? {
    let next = state.withLock { state in
      let next = state.waiting.popFirst()
      state.waitingDuration =
        state.waiting.isEmpty ? 0 : state.waitingDuration - (next?.duration ?? 0)
      state.isBeingEmptied = next != nil
      return next
    }
    room.notify()
    return next
  }
}
