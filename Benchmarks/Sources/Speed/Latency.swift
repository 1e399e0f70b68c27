import CBenchmarks
import Glibc
import Soundwatch
import Synchronization

/// From a buffer handed to `analyze` to the observer: 10 ms buffers at 48 kHz, a result every 100 ms
/// and a live segmentation, at the pace of a microphone (caches are cold then) and without pauses.
func latency() throws {
  print("| buffers come | results | p50 | p99 | highest | target |")
  print("|---|---|---|---|---|---|")
  try measure("every 10 ms, for 60 s", seconds: 60, isPaced: true)
  try measure("without pauses, 10 minutes of sound", seconds: 600, isPaced: false)
  print("\nMilliseconds of wall clock, and of processor time behind the slash.")
}

private struct Clock: Sendable {
  var start = (wall: 0.0, thread: 0.0)
  var wall: [Double] = []
  var thread: [Double] = []
}

private func measure(_ name: String, seconds: Int, isPaced: Bool) throws {
  let buffers = try SyntheticSound(seconds: 60, sampleRate: 48_000).buffers(frames: 480)
  let clock = ClockBox()
  let listener = Listener { clock.stop() }
  let analyzer = StreamAnalyzer(format: buffers[0].format)
  let request = try ClassifySoundRequest()
  request.windowDuration = .seconds(1)
  request.overlapFactor = 0.9
  try analyzer.add(request, withObserver: listener)
  try analyzer.add(SegmentSoundRequest(), withObserver: listener)
  let begin = soundwatch_wall_seconds()
  for index in 0..<seconds * 100 {
    if isPaced {
      let wait = begin + Double(index) * 0.01 - soundwatch_wall_seconds()
      if wait > 0 { usleep(UInt32(wait * 1e6)) }
    }
    clock.begin()
    analyzer.analyze(buffers[index % buffers.count], atAudioFramePosition: Int64(index * 480))
  }
  let (wall, thread) = clock.sorted
  func pair(_ share: Double) -> String {
    text(quantile(wall, share) * 1e3, 3) + " / " + text(quantile(thread, share) * 1e3, 3)
  }
  let isMet = quantile(wall, 0.99) <= 3e-3
  print(
    "| \(name) | \(wall.count) | \(pair(0.5)) | \(pair(0.99)) | \(pair(1)) |"
      + " p99 <= 3: \(verdict(isMet)) |")
}

/// Times of results, taken by the observer.
private final class ClockBox: Sendable {
  private let clock = Mutex(Clock())

  func begin() {
    let now = (soundwatch_wall_seconds(), soundwatch_thread_seconds())
    clock.withLock { $0.start = now }
  }

  func stop() {
    let (wall, thread) = (soundwatch_wall_seconds(), soundwatch_thread_seconds())
    clock.withLock { clock in
      clock.wall.append(wall - clock.start.wall)
      clock.thread.append(thread - clock.start.thread)
    }
  }

  var sorted: (wall: [Double], thread: [Double]) {
    clock.withLock { ($0.wall.sorted(), $0.thread.sorted()) }
  }
}
