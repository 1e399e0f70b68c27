import CBenchmarks
import SoundSignal
import Soundwatch

/// A stream of 24 hours, faster than real time: memory stays flat and no frame is lost.
func day() throws {
  let hours = 24
  let rate = 48_000
  let buffers = try SyntheticSound(seconds: 61, sampleRate: rate).buffers(frames: 480)
  let analyzer = StreamAnalyzer(format: buffers[0].format)
  let (windows, segments) = (Listener(), Listener())
  try analyzer.add(ClassifySoundRequest(), withObserver: windows)
  try analyzer.add(SegmentSoundRequest(), withObserver: segments)
  let start = (wall: soundwatch_wall_seconds(), process: soundwatch_process_seconds())
  var position: Int64 = 0
  var memory: [(allocated: Double, resident: Double)] = []
  for _ in 0..<hours {
    for _ in 0..<360_000 {
      analyzer.analyze(buffers[Int(position / 480) % buffers.count], atAudioFramePosition: position)
      position += 480
    }
    memory.append(
      (Double(soundwatch_allocated_bytes()) / 1e6, Double(soundwatch_resident_bytes()) / 1e6))
  }
  analyzer.completeAnalysis()
  let total = Int64(hours) * 3600 * Int64(rate)
  // Windows of 3 s begin every 1.5 s.
  let expected = Int((total - 3 * Int64(rate)) / Int64(rate * 3 / 2)) + 1
  let growth = memory[hours - 1].allocated - memory[0].allocated
  let isExact =
    position == total && windows.count == expected && segments.segments.frames == total
  print("| 24 hours, 48 kHz, buffers of 10 ms | | target |")
  print("|---|---|---|")
  print(
    "| wall time; processor time | \(text(soundwatch_wall_seconds() - start.wall, 1)) s;"
      + " \(text(soundwatch_process_seconds() - start.process, 1)) s | |")
  print(
    "| frames; windows; frames in \(segments.segments.count) segments | \(position);"
      + " \(windows.count); \(segments.segments.frames) | \(total); \(expected); \(total):"
      + " \(verdict(isExact)) |")
  print(
    "| allocated after 1, 12, 24 hours | \(text(memory[0].allocated)), \(text(memory[11].allocated)),"
      + " \(text(memory[23].allocated)) MB | flat: \(verdict(abs(growth) < 0.1)) |")
  print(
    "| resident after 1, 12, 24 hours | \(text(memory[0].resident)), \(text(memory[11].resident)),"
      + " \(text(memory[23].resident)) MB | flat: \(verdict(memory[23].resident - memory[0].resident < 1)) |"
  )
}
