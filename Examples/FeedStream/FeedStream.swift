// Labels a stream whose samples the program brings along: here raw 16-bit samples from a pipe, in your
// program a sound card's, a game's or a network's.
//
//   arecord -f S16_LE -r 48000 -c 1 -t raw | swift run FeedStream

import Foundation
import SoundSignal
import Soundwatch

/// Says when another label takes over.
final class Announcer: ResultsObserving {
  func request(_ request: any SoundRequest, didProduce result: any SoundResult) {
    guard let segment = result as? SegmentResult, segment.event == .started else { return }
    print("\(segment.label) since \(segment.timeRange.start.duration.formatted())")
  }
}

@main
enum FeedStream {
  static func main() throws {
    let format = try PCMFormat(.int16, sampleRate: 48_000)
    let analyzer = StreamAnalyzer(format: format)
    let announcer = Announcer()
    try analyzer.add(SegmentSoundRequest(), withObserver: announcer)

    var position: Int64 = 0
    // 10 ms at a time, though any size gives the same results. A pipe may end within a frame, and the
    // buffer leaves such a rest out.
    while let bytes = try FileHandle.standardInput.read(upToCount: 480 * format.bytesPerFrame) {
      let buffer = PCMBuffer(format: format, bytes: bytes)
      analyzer.analyze(buffer, atAudioFramePosition: position)
      position += Int64(buffer.frameCount)
    }
    analyzer.completeAnalysis()
    withExtendedLifetime(announcer) {}
  }
}
