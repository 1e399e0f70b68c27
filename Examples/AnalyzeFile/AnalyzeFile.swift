// Prints what is heard in a file, second by second: an analyzer, a request and an observer.
//
//   swift run AnalyzeFile talk.mp3

import Foundation
import SoundFiles
import Soundwatch

/// Prints the scores of each window.
final class Printer: ResultsObserving {
  func request(_ request: any SoundRequest, didProduce result: any SoundResult) {
    guard let result = result as? ClassificationResult else { return }
    let scores = result.classifications.map { "\($0.identifier) \(Int($0.confidence * 100)) %" }
    let start = Duration.seconds(result.timeRange.start.seconds)
    print(start.formatted(), result.primaryLabel, "(\(scores.joined(separator: ", ")))")
  }

  func request(_ request: any SoundRequest, didFailWithError error: any Error) {
    print("The analysis ended early: \(error)")
  }
}

@main
enum AnalyzeFile {
  static func main() throws {
    guard let path = CommandLine.arguments.dropFirst().first else {
      return print("Name a sound file.")
    }
    let analyzer = try FileAnalyzer(url: URL(fileURLWithPath: path))
    let request = try ClassifySoundRequest()
    request.windowDuration = .seconds(1)
    request.overlapFactor = 0
    // The analyzer holds its observers weakly; this one lives until the analysis is done.
    let printer = Printer()
    try analyzer.add(request, withObserver: printer)
    analyzer.analyze()
    withExtendedLifetime(printer) {}
  }
}
