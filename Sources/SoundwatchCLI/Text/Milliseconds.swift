package import SoundSignal

/// A time on the time line of a sound, as results are written: a whole number of milliseconds.
///
/// Rounding each time once, before it is written, makes the end of a stretch and the start of the
/// next one the same text in every format.
///
/// *Thread-safe*: a value.
package struct Milliseconds: Sendable, Hashable, Comparable {
  /// The number of milliseconds.
  package var count: Int64

  package init(_ count: Int64) { self.count = count }

  /// Rounds a time of a stream.
  package init(_ time: StreamTime) {
    // Whole seconds and the rest apart, so that a position of many days does not overflow.
    let rate = Int64(time.sampleRate)
    let (seconds, frames) = time.frame.quotientAndRemainder(dividingBy: rate)
    count = seconds * 1000 + (frames * 2000 + (frames < 0 ? -rate : rate)) / (2 * rate)
  }

  /// Rounds a number of seconds.
  package init(seconds: Double) { count = Int64((seconds * 1000).rounded()) }

  /// The time in seconds.
  package var seconds: Double { Double(count) / 1000 }

  package static func < (left: Milliseconds, right: Milliseconds) -> Bool {
    left.count < right.count
  }

  package static func - (left: Milliseconds, right: Milliseconds) -> Milliseconds {
    Milliseconds(left.count - right.count)
  }
}
