import CBenchmarks
import Glibc
import SoundCapture
import SoundSignal
import Soundwatch
import Synchronization

/// Captures from the default device through a live analyzer and accounts for every frame. What is played
/// must be `live/ramp.py`: frame n has the value 1 + n % 30,000 in both channels, so that a frame that is
/// missing shows, and whether it was reported.
func capture(seconds: Int) throws {
  var options = Microphone.Options()
  options.sampleRate = 48_000
  options.channelCount = 2
  options.sampleFormat = .int16
  let opened = Mutex<Microphone?>(nil)
  let ramp = Mutex(Ramp())
  var liveOptions = LiveAnalyzer.Options()
  liveOptions.onBuffer = { buffer, time in
    ramp.withLock { $0.accept(buffer, at: time.frame) }
  }
  let analyzer = LiveAnalyzer(options: liveOptions) { [options] in
    let microphone = try Microphone(options)
    opened.withLock { $0 = microphone }
    return microphone
  }
  let observer = Counter()
  try analyzer.add(ClassifySoundRequest(), withObserver: observer)
  try analyzer.add(SegmentSoundRequest(), withObserver: observer)
  let began = (wall: soundwatch_wall_seconds(), process: soundwatch_process_seconds())
  analyzer.start()
  while soundwatch_wall_seconds() - began.wall < Double(seconds), !analyzer.state.isOver {
    usleep(100_000)
  }
  let wall = soundwatch_wall_seconds() - began.wall
  let used = soundwatch_process_seconds() - began.process
  let resident = soundwatch_resident_bytes()
  analyzer.stop()
  if let failure = analyzer.failure { print("failed: \(failure)") }
  let statistics = analyzer.statistics
  let microphone = opened.withLock { $0 }
  let result = ramp.withLock { $0 }
  print("| capture, 48 kHz stereo | | target |")
  print("|---|---|---|")
  print("| seconds; frames captured | \(text(wall, 1)); \(result.frames) | |")
  print(
    "| frames reported lost; missing in the sound where nothing was reported | "
      + "\(statistics.framesLost); \(result.missing) | 0 unreported: \(verdict(result.missing == 0)) |"
  )
  print(
    "| frames of silence that a late player left; missing beside them | "
      + "\(result.silent); \(result.missingAtSilence) | |")
  print("| fullest ring | \(text((microphone?.ringHighWaterMark ?? 0) * 100, 1)) % | |")
  print(
    "| processor time of the process, the comparison with the ramp included | \(text(used / wall * 100, 2)) % of a core | |"
  )
  print(
    "| of which the analyzing thread | \(text(statistics.processorTime.seconds / wall * 100, 2)) % of a core | |"
  )
  print(
    "| resident memory | \(text(Double(resident) / 1e6, 1)) MB | <= 40: \(verdict(resident <= 40_000_000)) |"
  )
  print("| longest time of a buffer | \(text(statistics.longestBuffer.seconds * 1e3, 2)) ms | |")
}

/// Follows the ramp.
private struct Ramp: Sendable {
  static let length = 30_000
  var frames = 0
  var silent = 0
  /// Frames that the ramp lacks and nobody reported.
  var missing = 0
  /// Those that it lacks beside a silence: a player that comes late leaves one, and its server throws away
  /// what comes too late.
  var missingAtSilence = 0
  private var isBehindSilence = false
  private var last: (value: Int, position: Int64)?

  mutating func accept(_ buffer: PCMBuffer, at position: Int64) {
    frames += buffer.frameCount
    unsafe buffer.withBytes { bytes in
      for frame in 0..<buffer.frameCount {
        let value = Int(unsafe bytes.loadUnaligned(fromByteOffset: frame * 4, as: Int16.self))
        guard value > 0 else {
          silent += 1
          isBehindSilence = true
          // Silence is not a part of the ramp: its place on the time line moves on.
          if let known = last { last = (known.value, known.position + 1) }
          continue
        }
        if let last {
          let passed = Int((position + Int64(frame) - last.position) % Int64(Self.length))
          let expected = (last.value - 1 + passed) % Self.length
          let gap = (value - 1 - expected + Self.length) % Self.length
          if isBehindSilence { missingAtSilence += gap } else { missing += gap }
        }
        isBehindSilence = false
        last = (value, position + Int64(frame))
      }
    }
  }
}
