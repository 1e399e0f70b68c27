// Classifies sounds in an audio stream, in the steps of Apple's article of that name: start the input,
// make an analyzer for its native format, hand the sound over with a tap, analyze on a queue of its own.
//
//   swift run TapStream              the default microphone, until Control-C
//   swift run TapStream talk.mp3     a file that stands in for one

import Dispatch
import SoundCapture
import SoundFiles
import SoundSignal
import Soundwatch

/// Prints the surest label of each window.
final class ResultsObserver: ResultsObserving {
  func request(_ request: any SoundRequest, didProduce result: any SoundResult) {
    guard let result = result as? ClassificationResult,
      let classification = result.classifications.first
    else { return }
    let percent = Int((classification.confidence * 100).rounded())
    print(
      "\(classification.identifier): \(percent) % at \(result.timeRange.start.seconds) seconds")
  }

  func request(_ request: any SoundRequest, didFailWithError error: any Error) {
    print("The analysis failed: \(error)")
  }

  func requestDidComplete(_ request: any SoundRequest) {
    print("The request completed successfully!")
  }
}

final class StreamClassifier: @unchecked Sendable {
  // @unchecked: everything is made before the tap is installed and stays as it is.

  private let input: any AudioSource
  private let inputFormat: PCMFormat
  private let streamAnalyzer: StreamAnalyzer
  private let resultsObserver = ResultsObserver()
  private let analysisQueue = DispatchQueue(label: "com.example.AnalysisQueue")
  private let ended = DispatchSemaphore(value: 0)

  init(_ input: any AudioSource) throws {
    // The native audio format of the input. When it changes, a new analyzer is needed.
    self.input = input
    inputFormat = input.format

    // Create a new stream analyzer.
    streamAnalyzer = StreamAnalyzer(format: inputFormat)

    // Add a sound classification request that reports to an observer.
    let classifySoundRequest = try ClassifySoundRequest(classifierIdentifier: .version1)
    try streamAnalyzer.add(classifySoundRequest, withObserver: resultsObserver)
  }

  func installAudioTap() -> AudioTap {
    input.installTap(bufferSize: 8192, block: analyzeAudio(buffer:at:)) { [self] error in
      if let error { print("The input ended: \(error)") }
      analysisQueue.async { [self] in
        streamAnalyzer.completeAnalysis()
        ended.signal()
      }
    }
  }

  private func analyzeAudio(buffer: PCMBuffer, at time: StreamTime) {
    analysisQueue.async { [self] in
      streamAnalyzer.analyze(buffer, atAudioFramePosition: time.frame)
    }
  }

  func waitUntilEnded() { ended.wait() }
}

@main
enum TapStream {
  static func main() throws {
    let input: any AudioSource
    do {
      input =
        if let file = CommandLine.arguments.dropFirst().first {
          try MediaFileSource(file)
        } else {
          try Microphone()
        }
    } catch {
      print("Unable to start the input: \(error)")
      return
    }
    let classifier = try StreamClassifier(input)
    let tap = classifier.installAudioTap()
    classifier.waitUntilEnded()
    tap.remove()
  }
}
