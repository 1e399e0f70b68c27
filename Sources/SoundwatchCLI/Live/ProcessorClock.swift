internal import Glibc

/// Measures which share of one processor the process takes, over the last seconds.
///
/// *Confined*: a value.
struct ProcessorClock {
  private var samples: [(wall: Double, used: Double)] = []
  /// How far back the share looks, in seconds, and how often it is measured.
  private static let window = 4.0
  private static let interval = 1.0

  /// The share, 0 to 1 and more with several threads; `nil` in the first second.
  private(set) var share: Double?

  /// Looks at the clocks, if a second has passed.
  mutating func update() {
    let now = Self.seconds(CLOCK_MONOTONIC)
    if let last = samples.last, now - last.wall < Self.interval { return }
    samples.append((now, Self.seconds(CLOCK_PROCESS_CPUTIME_ID)))
    while samples.count > 2, now - samples[1].wall >= Self.window { samples.removeFirst() }
    guard let first = samples.first, let last = samples.last, samples.count > 1 else { return }
    share = (last.used - first.used) / (last.wall - first.wall)
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
