import Synchronization
package import SoundRecognition

/// A catalog that recognizes ``MarkedSound``.
package final class ScriptedCatalog: Catalog {
  package let minimumQuerySignatureDuration: Double
  package let maximumQuerySignatureDuration: Double
  private let state: Mutex<State>

  struct State: Sendable {
    var songs: [Int: [MediaItem]]
    var skews: [Int: Double] = [:]
    var failure: (any Error)?
    var queries: [Signature] = []
    var beforeAnswer: (@Sendable () -> Void)?
  }

  /// How much of a song a query must hold, in seconds, to be recognized.
  package static let neededDuration = 1.0

  /// - Parameter songs: the media items of the known songs.
  package init(
    minimum: Double = 3, maximum: Double = 12, songs: [Int: [MediaItem]] = [:]
  ) {
    minimumQuerySignatureDuration = minimum
    maximumQuerySignatureDuration = maximum
    state = Mutex(State(songs: songs))
  }

  /// The queries so far.
  package var queries: [Signature] { state.withLock { $0.queries } }

  package func add(_ song: Int, _ items: [MediaItem]) { state.withLock { $0.songs[song] = items } }

  /// The skew that is reported of a song from now on.
  package func setSkew(_ skew: Double, of song: Int) { state.withLock { $0.skews[song] = skew } }

  /// Lets all queries fail, until it is set to `nil`.
  package func setFailure(_ failure: (any Error)?) { state.withLock { $0.failure = failure } }

  /// Lets something happen before every answer.
  package func setBeforeAnswer(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.beforeAnswer = body }
  }

  package func snapshot() throws -> any CatalogSnapshot {
    Snapshot(catalog: self, songs: state.withLock { $0.songs })
  }

  private struct Snapshot: CatalogSnapshot {
    let catalog: ScriptedCatalog
    let songs: [Int: [MediaItem]]

    func references(matching signature: Signature) throws -> [CatalogMatch] {
      let state = catalog.state.withLock { state in
        state.queries.append(signature)
        return state
      }
      state.beforeAnswer?()
      if let failure = state.failure { throw failure }
      let runs = MarkedRun.runs(in: signature)
        .filter { Double($0.queryEnd - $0.queryStart) >= ScriptedCatalog.neededDuration * 1000 - 2 }
        .sorted { $0.queryEnd - $0.queryStart > $1.queryEnd - $1.queryStart }
      return runs.compactMap { run in
        guard let items = songs[Int(run.song)] else { return nil }
        let rate = Double(run.end - run.start) / Double(run.queryEnd - run.queryStart)
        let stretch = ((rate - 1) * 1000).rounded() / 1000
        return CatalogMatch(
          reference: UInt32(run.song),
          offset: Double(run.start) / 1000 - Double(run.queryStart) / 1000 * (1 + stretch),
          frequencySkew: state.skews[Int(run.song)] ?? stretch, timeStretch: stretch,
          confidence: 0.9, mediaItems: items)
      }
    }
  }
}
