import SoundClassification
import SoundSignal
import Soundwatch

private let sound = (0..<2000).map { Float($0 % 37) / 37 - 0.5 }

/// Loads the bytes as a model, as they are and under a header that fits them. A model that loads must
/// also run.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzModel(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  run(try? SoundModel(bytes: input))
  if count >= 64 { run(try? SoundModel(bytes: withFittingHeader(input))) }
  return 0
}

/// The body of a file under lengths and a checksum that fit, so that a mutation reaches the manifest.
/// The manifest ends at the first zero byte.
private func withFittingHeader(_ bytes: [UInt8]) -> [UInt8] {
  let manifest = bytes[64...].prefix { $0 != 0 }
  let padding = (64 - manifest.count % 64) % 64
  let weights = bytes.dropFirst(64 + manifest.count + padding)
  func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  let header =
    Array("SWMODEL\n".utf8) + number(1, 4) + number(manifest.count, 4) + number(weights.count, 8)
    + number(0, 8)
  let body = Array(manifest) + [UInt8](repeating: 0, count: padding) + Array(weights)
  return header + SHA256.digest(of: [header[...], body[...]]) + body
}

private func run(_ model: SoundModel?) {
  guard let model, let buffer = try? PCMBuffer(sound, sampleRate: 8_000) else { return }
  let analyzer = StreamAnalyzer(format: buffer.format)
  let observer = Observer()
  let windows = ClassifySoundRequest(model: model)
  windows.windowDuration = .milliseconds(100)
  try? analyzer.add(windows, withObserver: observer)
  try? analyzer.add(SegmentSoundRequest(model: model), withObserver: observer)
  analyzer.analyze(buffer, atAudioFramePosition: 0)
  analyzer.completeAnalysis()
}

private final class Observer: ResultsObserving {
  func request(_ request: any SoundRequest, didProduce result: any SoundResult) {}
}
