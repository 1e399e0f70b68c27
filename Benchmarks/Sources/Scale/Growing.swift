import Foundation
import QuerySets
import SoundCatalogStore
import SoundRecognition

/// A store that grows: the songs of a query set first, then made tracks.
struct Growing {
  let store: CatalogStore

  init(_ url: URL) throws { store = try CatalogStore(at: url) }

  /// Adds what is missing of `count` tracks.
  /// - Parameters:
  ///   - songs: of the query set.
  ///   - recordings: what tracks are made of.
  func grow(to count: Int, songs: QuerySet, recordings: [URL], cache: SignatureCache) throws {
    if try store.count == 0 {
      try store.add(
        try songs.songs.map { song in
          reference(try cache.signature(of: URL(filePath: song.path)).signature, song.id)
        })
    }
    var present = try store.count
    guard present < count else { return }
    let signatures = try recordings.map { try cache.signature(of: $0).signature }
    var maker = TrackMaker(signatures, seed: UInt64(present))
    while present < count {
      let batch = min(2_000, count - present)
      try store.add((0..<batch).map { reference(maker.next(), "made \(present + $0)") })
      present += batch
    }
    try store.waitForMerging()
  }

  /// Adds tracks one by one.
  /// - Returns: the time that each took, in milliseconds: wall, and this thread's of the processor.
  func add(_ count: Int, recordings: [URL], cache: SignatureCache) throws -> [(
    wall: Double, processor: Double
  )] {
    let signatures = try recordings.map { try cache.signature(of: $0).signature }
    var maker = TrackMaker(signatures, seed: .max)
    var times: [(Double, Double)] = []
    var ids: [UUID] = []
    for number in 0..<count {
      let track = reference(maker.next(), "added \(number)")
      let (wall, processor) = (wallSeconds(), threadSeconds())
      try store.add([track])
      times.append((1000 * (wallSeconds() - wall), 1000 * (threadSeconds() - processor)))
      ids.append(track.id)
    }
    try store.remove(ids)
    try store.waitForMerging()
    return times
  }

  private func reference(_ signature: Signature, _ title: String) -> CatalogReference {
    CatalogReference(
      signature: signature, mediaItems: [MediaItem(properties: [.title: title])])
  }
}

/// A clock that only goes on, in seconds.
func wallSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
