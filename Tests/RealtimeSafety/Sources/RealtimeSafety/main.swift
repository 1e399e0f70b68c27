// Runs the capture callback under the realtime sanitizer, which ends the program with a report when
// something in it could wait. With the name of a sin, commits that sin in its place.

import CNonblocking
import Glibc
import SoundCapture
import SoundSignal
import Synchronization

nonisolated(unsafe) var kept: [Int] = []
nonisolated(unsafe) var mutex = pthread_mutex_t()
nonisolated(unsafe) var byte: UInt8 = 10

let sins: [String: @convention(c) () -> Void] = [
  "malloc": { free(malloc(1000)) },
  "array": { kept = [Int](repeating: 1, count: 1000) },
  "lock": {
    pthread_mutex_lock(&mutex)
    pthread_mutex_unlock(&mutex)
  },
  "write": { write(2, &byte, 1) },
  "sleep": { usleep(1) },
]

if let name = CommandLine.arguments.dropFirst().first {
  guard let sin = sins[name] else {
    print(sins.keys.sorted().joined(separator: "\n"))
    exit(name == "--list" ? 0 : 64)
  }
  soundwatch_run_nonblocking(sin)
  print("\(name) went unnoticed.")
  exit(0)
}

/// Every way through the callback: blocks of all lengths, a ring with room and without, overflows with a
/// clock and without, no samples at all.
func run() throws {
  let format = try PCMFormat(.float32, sampleRate: 48_000, channelCount: 2)
  let ring = RingReader.makeRing(for: format, holding: .milliseconds(500))
  let reader = RingReader(ring, format: format)
  let sink = CaptureSink(ring: ring, sampleRate: format.sampleRate)
  let context = Unmanaged.passUnretained(sink).toOpaque()
  let samples = [Float](repeating: 0.25, count: 2 * 4096)
  var buffer = PCMBuffer(format: format)
  var sent: Int64 = 0
  var (heard, lost): (Int64, Int64) = (0, 0)
  func drain() {
    while reader.takeWaiting(into: &buffer) != nil {
      heard += Int64(buffer.frameCount)
      for event in reader.takeEvents() {
        if case .framesLost(let count, _) = event { lost += count }
      }
    }
  }
  for round in 0..<10_000 {
    let frames = UInt(1 + (round * 7919) % 4096)
    samples.withUnsafeBytes {
      _ = soundwatch_run_capture_callback(
        round % 101 == 0 ? nil : $0.baseAddress, frames, round % 3 == 0 ? 0 : Double(round) * 0.01,
        round % 17 == 0 ? 1 : 0, context)
    }
    if round % 101 != 0 { sent += Int64(frames) }
    // Now and then the reader is late, and the ring is full.
    if round % 50 < 30 { drain() }
  }
  drain()
  reader.reportTrailingLoss()
  for event in reader.takeEvents() { if case .framesLost(let count, _) = event { lost += count } }
  guard lost == ring.framesLost, heard < sent, heard + lost >= sent else {
    print("\(sent) frames sent, \(heard) heard, \(lost) told lost, \(ring.framesLost) counted.")
    exit(1)
  }
  print(
    "The capture callback never waits: 10,000 blocks, \(lost) frames lost on purpose and told.")
}
try run()
