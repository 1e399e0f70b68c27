import CBenchmarks
import Glibc
import SoundSignal
import Soundwatch
import Synchronization

/// Many live streams in one process at real time: 48 kHz, stereo, 16 bits, a block every 10 ms, each stream
/// with its own ring, its own analyzer and its own thread, labels and segments.
func streams(count: Int, seconds: Int) async throws {
  let blocks = try blocksOfSound()
  let before = soundwatch_resident_bytes()
  let observer = Counter()
  let sources = try (0..<count).map { _ in try FedSource() }
  let analyzers = try sources.map { source in
    let analyzer = LiveAnalyzer { source }
    try analyzer.add(ClassifySoundRequest(), withObserver: observer)
    try analyzer.add(SegmentSoundRequest(), withObserver: observer)
    analyzer.start()
    return analyzer
  }
  let began = (wall: soundwatch_wall_seconds(), process: soundwatch_process_seconds())
  var feeding = 0.0
  for block in 0..<seconds * 100 {
    let wait = began.wall + Double(block) * 0.01 - soundwatch_wall_seconds()
    if wait > 0 { usleep(UInt32(wait * 1e6)) }
    let start = soundwatch_thread_seconds()
    for (index, source) in sources.enumerated() {
      // Each stream is somewhere else in the sound.
      source.feed(blocks[(block + index * 37) % blocks.count])
    }
    feeding += soundwatch_thread_seconds() - start
  }
  let wall = soundwatch_wall_seconds() - began.wall
  let late = wall - Double(seconds)
  usleep(300_000)
  let resident = soundwatch_resident_bytes() - before
  let used = soundwatch_process_seconds() - began.process - feeding
  for analyzer in analyzers { await analyzer.stop() }
  let statistics = analyzers.map(\.statistics)
  let analyzed = statistics.reduce(0) { $0 + $1.framesAnalyzed }
  let lost = statistics.reduce(0) { $0 + $1.framesLost }
  let fed = Int64(count) * Int64(seconds) * 48_000
  let fullest = sources.map(\.ringShare).max() ?? 0
  print("| streams | | target |")
  print("|---|---|---|")
  print("| streams; seconds; feeder late by | \(count); \(seconds); \(text(late, 2)) s | |")
  print(
    "| frames fed; analyzed; lost | \(fed); \(analyzed); \(lost) |"
      + " nothing lost: \(verdict(lost == 0 && analyzed == fed)) |")
  print("| fullest ring | \(text(fullest * 100, 0)) % of a second | |")
  print("| results | \(observer.count) | |")
  print(
    "| processor time of one stream, share of a core | \(text(used / wall / Double(count) * 100, 3)) % | |"
  )
  print(
    "| memory of one stream, ring and thread included | \(text(Double(resident) / Double(count) / 1e3, 0)) kB | |"
  )
  print("| processor time of all, feeding left out | \(text(used / wall * 100, 0)) % of a core | |")
}

/// A source that is fed by another thread, as a sound card does.
final class FedSource: LiveAudioSource {
  let format: PCMFormat
  let estimatedFrameCount: Int64? = nil
  private let reader: RingReader

  init() throws {
    format = try PCMFormat(.int16, sampleRate: 48_000, channelCount: 2)
    reader = RingReader(
      RingReader.makeRing(for: format, holding: .seconds(1)), format: format)
  }

  var ringShare: Double { Double(reader.ring.highWaterMark) / Double(reader.ring.slotCount) }

  func feed(_ block: PCMBuffer) {
    unsafe block.withBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      _ = unsafe reader.ring.write(base, frameCount: block.frameCount, hostTime: 0)
    }
  }

  func read(into buffer: inout PCMBuffer) -> Int64? {
    while true {
      if let position = reader.takeWaiting(into: &buffer) { return position }
      if reader.isCancelled { return nil }
      usleep(UInt32(RingReader.pollInterval.seconds * 1e6))
    }
  }

  func takeEvents() -> [AudioSourceEvent] { reader.takeEvents() }
  func cancel() { reader.cancel() }
}

final class Counter: ResultsObserving, Sendable {
  private let number = Atomic<Int>(0)
  var count: Int { number.load(ordering: .relaxed) }
  func request(_ request: any SoundRequest, didProduce result: any SoundResult) {
    number.add(1, ordering: .relaxed)
  }
}

/// Twenty seconds of tones, noise and silence in blocks of 10 ms.
private func blocksOfSound() throws -> [PCMBuffer] {
  var generator = SystemRandomNumberGenerator()
  return try (0..<2000).map { block in
    let samples: [Int16] = (0..<960).map { index in
      let frame = Double(block * 480 + index / 2)
      switch block / 400 {
      case 0: return 0
      case 1: return Int16.random(in: -3000...3000, using: &generator)
      case 2: return Int16(8000 * sin(frame * 0.05) * sin(frame * 0.0003))
      case 3: return Int16(5000 * sin(frame * 0.02) + 2000 * sin(frame * 0.0404))
      default: return Int16.random(in: -200...200, using: &generator)
      }
    }
    return try PCMBuffer(samples, sampleRate: 48_000, channelCount: 2)
  }
}

func text(_ value: Double, _ digits: Int) -> String {
  let scale = pow(10, Double(digits))
  let scaled = Int64((abs(value) * scale).rounded())
  let fraction = String(scaled % Int64(scale))
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard digits > 0 else { return "\(sign)\(scaled)" }
  return "\(sign)\(scaled / Int64(scale))."
    + String(repeating: "0", count: digits - fraction.count) + fraction
}

func verdict(_ isMet: Bool) -> String { isMet ? "met" : "**not met**" }
