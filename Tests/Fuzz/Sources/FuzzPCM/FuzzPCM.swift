import SoundSignal
import Soundwatch

/// Analyzes the bytes as samples of any format, cut into pieces of any length. The first six bytes
/// choose.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPCM(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  guard count > 6 else { return 0 }
  let formats = SampleFormat.allCases
  let rates = [4_000, 8_000, 11_025, 16_000, 44_100, 48_000, 96_000, 384_000]
  let channelCount = Int(input[2] % 32) + 1
  guard
    let format = try? PCMFormat(
      formats[Int(input[0]) % formats.count], sampleRate: rates[Int(input[1]) % rates.count],
      channelCount: channelCount, isInterleaved: input[3] & 1 == 0)
  else { return 0 }
  let selections: [ChannelSelection] = [.first, .average, .channel(channelCount - 1)]
  let analyzer = StreamAnalyzer(
    format: format, channels: selections[Int(input[3] >> 1) % selections.count])
  let observer = Observer()
  if let request = try? ClassifySoundRequest() {
    request.windowDuration = .milliseconds(100)
    try? analyzer.add(request, withObserver: observer)
  }
  let pieceLength = Int(input[4]) * format.bytesPerFrame + Int(input[5])
  var rest = input[6...]
  var position: Int64 = 0
  repeat {
    let buffer = PCMBuffer(format: format, bytes: rest.prefix(max(pieceLength, 1)))
    analyzer.analyze(buffer, atAudioFramePosition: position)
    position += Int64(buffer.frameCount)
    rest = rest.dropFirst(max(pieceLength, 1))
  } while !rest.isEmpty
  analyzer.completeAnalysis()
  precondition(observer.isPlausible, "A confidence lies outside of 0 to 1.")
  return 0
}

private final class Observer: ResultsObserving {
  var isPlausible = true

  func request(_ request: any SoundRequest, didProduce result: any SoundResult) {
    guard let result = result as? ClassificationResult else { return }
    for classification in result.classifications
    where !(0...1).contains(classification.confidence) {
      isPlausible = false
    }
  }
}
