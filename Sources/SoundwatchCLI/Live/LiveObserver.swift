import SoundSignal
import Soundwatch

/// Turns what an analyzer reports into news for listeners.
///
/// *Thread-safe*.
final class LiveObserver: ResultsObserving, LiveEventsObserving {
  private let labels: [String]
  private let listeners: [any LiveListener]
  private let recognizers: MusicRecognizers?

  /// - Parameter labels: all labels, in the order of scores.
  init(labels: [String], listeners: [any LiveListener], recognizers: MusicRecognizers?) {
    self.labels = labels
    self.listeners = listeners
    self.recognizers = recognizers
  }

  /// Tells everybody.
  func tell(_ news: LiveNews) { for listener in listeners { listener.receive(news) } }

  func request(_ request: any SoundRequest, didProduce result: any SoundResult) {
    switch result {
    case let segment as SegmentResult: tell(news(of: segment))
    case let window as ClassificationResult: tell(.window(row(of: window)))
    case let music as MusicResult: if let news = news(of: music) { tell(news) }
    default: break
    }
  }

  func analyzer(_ analyzer: LiveAnalyzer, didReport event: LiveEvent) {
    switch event {
    case .framesLost(let count, let time): tell(.framesLost(count, at: time))
    case .interrupted(let reason, let time): tell(.interrupted(reason, at: time))
    case .resumed(let format, let time): tell(.resumed(format, at: time))
    case .title(let title, let time): tell(.title(title, at: time))
    }
  }

  private func news(of segment: SegmentResult) -> LiveNews {
    switch segment.event {
    case .started: .started(segment.label, at: Milliseconds(segment.timeRange.start))
    case .ended:
      .segment(
        ResultRow(
          start: Milliseconds(segment.timeRange.start), end: Milliseconds(segment.timeRange.end),
          label: segment.label, confidence: segment.confidence))
    }
  }

  private func news(of music: MusicResult) -> LiveNews? {
    let stage: MusicStage
    switch music.event {
    case .started: stage = .started
    case .updated: stage = .updated
    case .ended: stage = .ended
    case .failed: return recognizers?.complaint(about: music).map { .warning($0) }
    case .notRecognized: return nil
    }
    return .music(RecognizedPlay(music), stage, at: Milliseconds(music.timeRange.end))
  }

  private func row(of window: ClassificationResult) -> ResultRow {
    let scores = labels.map { window.classification(forIdentifier: $0)?.confidence ?? 0 }
    let leading = window.classification(forIdentifier: window.primaryLabel)?.confidence ?? 0
    return ResultRow(
      start: Milliseconds(window.timeRange.start), end: Milliseconds(window.timeRange.end),
      label: window.primaryLabel, confidence: leading, scores: scores)
  }
}
