import CBenchmarks
import Foundation
import SoundSignal
import Soundwatch

/// Counts allocations while a stream runs, and compares with `Thresholds/allocations.json`. Ends with
/// status 1 when there are more.
func allocations() throws {
  let path = CommandLine.arguments.dropFirst(2).first ?? "Thresholds/allocations.json"
  let thresholds = try JSONDecoder().decode(
    [String: Double].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  print("| steady state, 48 kHz, buffers of 10 ms | allocations | threshold |")
  print("|---|---|---|")
  var isMet = true
  for (name, value) in try measured().sorted(by: { $0.key < $1.key }) {
    let threshold = thresholds[name] ?? 0
    isMet = isMet && value <= threshold
    print(
      "| \(name) | \(text(value, 2)) | <= \(text(threshold, 2)): \(verdict(value <= threshold)) |")
  }
  if !isMet { exit(1) }
}

private func measured() throws -> [String: Double] {
  let labels = try ClassifySoundRequest()
  labels.windowDuration = .seconds(1)
  labels.overlapFactor = 0
  let ofLabels = try count(labels)
  let ofSegments = try count(SegmentSoundRequest())
  return [
    "labels: a buffer without a result": ofLabels.without,
    "labels: a buffer with a result": ofLabels.with,
    "segments: a buffer without a result": ofSegments.without,
    "segments: a buffer with results": ofSegments.with,
  ]
}

/// Allocations in a buffer that completes a result, and in one that does not.
private func count(_ request: any SoundRequest) throws -> (with: Double, without: Double) {
  let buffers = try SyntheticSound(seconds: 14, sampleRate: 48_000).buffers(frames: 480)
  let (analyzer, listener) = (StreamAnalyzer(format: buffers[0].format), SilentListener())
  try analyzer.add(request, withObserver: listener)
  var (with, without) = ((buffers: 0, allocations: 0), (buffers: 0, allocations: 0))
  for index in 0..<12_000 {
    let before = listener.count
    soundwatch_count_allocations()
    analyzer.analyze(buffers[index % buffers.count], atAudioFramePosition: Int64(index * 480))
    let count = Int(soundwatch_counted_allocations())
    // The first minute makes room for what is kept.
    guard index >= 6000 else { continue }
    if listener.count > before {
      with = (with.buffers + 1, with.allocations + count)
    } else {
      without = (without.buffers + 1, without.allocations + count)
    }
  }
  return (
    Double(with.allocations) / Double(max(with.buffers, 1)),
    Double(without.allocations) / Double(max(without.buffers, 1))
  )
}

/// An observer that allocates nothing itself.
private final class SilentListener: ResultsObserving {
  private(set) var count = 0
  func request(_ request: any SoundRequest, didProduce result: any SoundResult) { count += 1 }
}
