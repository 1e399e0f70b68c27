internal import SoundSignal
internal import Synchronization

/// The requests of a ``LiveAnalyzer``, which move from one ``StreamAnalyzer`` to the next as sources come
/// and go.
///
/// *Thread-safe*.
final class LiveRequests: Sendable {
  private struct Content {
    var registrations: [Registration] = []
    var analyzer: StreamAnalyzer?
    var ending: Result<Void, any Error>?
  }
  private let content = Mutex(Content())

  func add(_ registration: Registration) throws(AnalysisError) {
    let (analyzer, ending) = content.withLock { content in
      content.registrations.removeAll { $0.isOver }
      if content.ending == nil { content.registrations.append(registration) }
      return (content.analyzer, content.ending)
    }
    if let ending {
      registration.end(ending)
    } else {
      try analyzer?.add(registration)
    }
  }

  func remove(where matches: (Registration) -> Bool) {
    let (removed, analyzer) = content.withLock { content in
      let removed = content.registrations.filter(matches)
      content.registrations.removeAll(where: matches)
      return (removed, content.analyzer)
    }
    analyzer?.withdraw { registration in removed.contains { $0 === registration } }
    // Those that are between two analyzers.
    for registration in removed { registration.withdraw() }
  }

  /// Makes an analyzer for a source's format, with all requests.
  func makeAnalyzer(
    format: PCMFormat, channels: ChannelSelection
  ) throws(AnalysisError) -> StreamAnalyzer {
    let analyzer = StreamAnalyzer(format: format, channels: channels)
    let registrations = content.withLock { content in
      content.analyzer = analyzer
      return content.registrations
    }
    for registration in registrations where !registration.isOver { try analyzer.add(registration) }
    return analyzer
  }

  /// Ends what is being heard, and keeps the requests for the next analyzer.
  func detach() {
    let analyzer = content.withLock { content in
      defer { content.analyzer = nil }
      return content.analyzer
    }
    analyzer?.releaseRequests()
  }

  /// Ends all requests, after the results up to here. What is added later ends at once.
  func end(_ ending: Result<Void, any Error>) {
    detach()
    let registrations = content.withLock { content in
      content.ending = ending
      defer { content.registrations = [] }
      return content.registrations
    }
    for registration in registrations { registration.end(ending) }
  }
}

extension Registration {
  fileprivate func end(_ ending: Result<Void, any Error>) {
    switch ending {
    case .success: complete()
    case .failure(let error): fail(error)
    }
  }
}
