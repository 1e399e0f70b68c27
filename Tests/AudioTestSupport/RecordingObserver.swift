import Synchronization
package import Soundwatch

/// Writes down everything that it is told, in order.
package final class RecordingObserver: ResultsObserving, Sendable {
  package enum Event: Sendable {
    case classification(ClassificationResult)
    case segment(SegmentResult)
    case music(MusicResult)
    case failure(any Error)
    case completion
  }

  private let log = Mutex<[Event]>([])
  private let reaction: @Sendable (Event) -> Void

  /// - Parameter reaction: is called from inside every call, after it was written down.
  package init(reaction: @escaping @Sendable (Event) -> Void = { _ in }) {
    self.reaction = reaction
  }

  package var events: [Event] { log.withLock { $0 } }

  package var classifications: [ClassificationResult] {
    events.compactMap { if case .classification(let result) = $0 { result } else { nil } }
  }

  package var segmentEvents: [SegmentResult] {
    events.compactMap { if case .segment(let result) = $0 { result } else { nil } }
  }

  package var music: [MusicResult] {
    events.compactMap { if case .music(let result) = $0 { result } else { nil } }
  }

  /// The final segments.
  package var segments: [SegmentResult] { segmentEvents.filter { $0.event == .ended } }

  package var failures: [any Error] {
    events.compactMap { if case .failure(let error) = $0 { error } else { nil } }
  }

  package var completionCount: Int {
    events.count { if case .completion = $0 { true } else { false } }
  }

  package func request(_ request: any SoundRequest, didProduce result: any SoundResult) {
    switch result {
    case let result as ClassificationResult: record(.classification(result))
    case let result as SegmentResult: record(.segment(result))
    case let result as MusicResult: record(.music(result))
    default: break
    }
  }

  package func request(_ request: any SoundRequest, didFailWithError error: any Error) {
    record(.failure(error))
  }

  package func requestDidComplete(_ request: any SoundRequest) { record(.completion) }

  private func record(_ event: Event) {
    log.withLock { $0.append(event) }
    reaction(event)
  }
}
