import SoundSignal
import Soundwatch

/// Turns what an analyzer reports into news for listeners.
///
/// *Thread-safe*.
final class LiveObserver: ResultsObserving, LiveEventsObserving {
  private let labels: [String]
  private let listeners: [any LiveListener]

  /// - Parameter labels: all labels, in the order of scores.
  init(labels: [String], listeners: [any LiveListener]) {
    self.labels = labels
    self.listeners = listeners
  }

  /// Tells everybody.
  func tell(_ news: LiveNews) { for listener in listeners { listener.receive(news) } }

  func request(_ request: any SoundRequest, didProduce result: any SoundResult) {
    switch result {
    case let segment as SegmentResult: tell(news(of: segment))
    case let window as ClassificationResult: tell(.window(row(of: window)))
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

  private func row(of window: ClassificationResult) -> ResultRow {
    let scores = labels.map { window.classification(forIdentifier: $0)?.confidence ?? 0 }
    let leading = window.classification(forIdentifier: window.primaryLabel)?.confidence ?? 0
    return ResultRow(
      start: Milliseconds(window.timeRange.start), end: Milliseconds(window.timeRange.end),
      label: window.primaryLabel, confidence: leading, scores: scores)
  }
}
