internal import SoundSignal

/// Lays the positions of one source after another on one time line that goes on while there is none.
///
/// *Confined*.
struct LiveTimeLine {
  /// What is added to the positions of the present source.
  private var offset: Int64 = 0
  /// Where the last buffer ended, and when that was.
  private var end: (time: StreamTime, clock: ContinuousClock.Instant)?
  private var isBeginning = true

  /// Where the time line has come to; `nil` before the first buffer.
  var endTime: StreamTime? { end?.time }

  /// Says that the next buffer comes from another source.
  mutating func sourceChanges() { isBeginning = true }

  /// Takes the next buffer in.
  /// - Returns: its position on the time line.
  mutating func place(
    _ buffer: PCMBuffer, at position: Int64, now: ContinuousClock.Instant
  ) -> Int64 {
    let rate = buffer.format.sampleRate
    if isBeginning, let end {
      // The buffer has just come, so its sound began its length ago; but not before the old one ended.
      let passed = (now - end.clock).frames(at: rate) - Int64(buffer.frameCount)
      let oldEnd = StreamTime(seconds: end.time.seconds, sampleRate: rate).frame
      offset = oldEnd + max(passed, 0) - position
    }
    isBeginning = false
    let placed = position + offset
    end = (
      StreamTime(frame: placed + Int64(buffer.frameCount), sampleRate: rate), now
    )
    return placed
  }

  /// The time of a position of the present source.
  func time(of position: Int64, sampleRate: Int) -> StreamTime {
    StreamTime(frame: position + offset, sampleRate: sampleRate)
  }
}
