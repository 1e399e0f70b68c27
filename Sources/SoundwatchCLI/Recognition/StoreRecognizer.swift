import Foundation
import SoundCatalogStore
import SoundRecognition
import Synchronization

/// Recognizes music by a catalog that another program may be changing: what has been added is known
/// seconds later, and what has been removed is not any more.
///
/// *Thread-safe*. *Blocking*: looks at the disk.
final class StoreRecognizer: ImmediateRecognizer {
  /// How often the catalog is looked at.
  private static let interval = Duration.seconds(5)

  private struct State {
    var recognizer: CatalogRecognizer
    var lookedAt = ContinuousClock.now
  }

  let name: String
  let minimumDuration: TimeInterval
  let maximumDuration: TimeInterval
  let needsSamples = false
  private let store: CatalogStore
  private let interval: Duration
  private let state: Mutex<State>

  init(_ store: CatalogStore, name: String, interval: Duration = interval) throws {
    let recognizer = try CatalogRecognizer(store, name: name)
    self.store = store
    self.name = name
    self.interval = interval
    minimumDuration = recognizer.minimumDuration
    maximumDuration = recognizer.maximumDuration
    state = Mutex(State(recognizer: recognizer))
  }

  func recognize(_ excerpt: MusicExcerpt) async throws -> [MatchedMediaItem] {
    try await current().recognize(excerpt)
  }

  func references(matching signature: Signature) throws -> [CatalogMatch] {
    try current().references(matching: signature).map { match in
      // Numbers change when the store is compacted; the identities of items do not.
      guard let id = match.mediaItems.first?.id else { return match }
      var match = match
      match.reference = Self.number(of: id)
      return match
    }
  }

  /// The catalog as it is now, or was when it could last be read.
  private func current() -> CatalogRecognizer {
    state.withLock { state in
      let now = ContinuousClock.now
      guard now - state.lookedAt >= interval else { return state.recognizer }
      state.lookedAt = now
      if let renewed = try? CatalogRecognizer(store, name: name) { state.recognizer = renewed }
      return state.recognizer
    }
  }

  private static func number(of id: UUID) -> UInt32 {
    let bytes = id.uuid
    return [bytes.0, bytes.5, bytes.10, bytes.15].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
