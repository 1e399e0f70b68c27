// Reads the segments of a file or a URL as an async sequence, while the analysis goes on.
//
//   swift run SegmentSequence https://example.org/radio.mp3

import Foundation
import SoundFiles
import SoundSignal
import Soundwatch

@main
enum SegmentSequence {
  static func main() async throws {
    guard let place = CommandLine.arguments.dropFirst().first else {
      return print("Name a sound file or a URL.")
    }
    let source = try MediaFileSource(place)
    let analyzer = FileAnalyzer(source: PrefetchingSource(source))
    let request = try SegmentSoundRequest()
    request.smoothing = .wholeFile
    let segments = try analyzer.results(for: request)

    // The analysis runs beside the loop; when this task is cancelled, so is the analysis.
    async let isComplete = analyzer.analyze()
    for try await segment in segments where segment.event == .ended {
      print(text(segment.timeRange.start), "-", text(segment.timeRange.end), segment.label)
    }
    _ = await isComplete
  }

  /// Minutes, seconds and tenths.
  static func text(_ time: StreamTime) -> String {
    let pattern = Duration.TimeFormatStyle.Pattern.minuteSecond(
      padMinuteToLength: 2, fractionalSecondsLength: 1)
    return time.duration.formatted(.time(pattern: pattern))
  }
}
