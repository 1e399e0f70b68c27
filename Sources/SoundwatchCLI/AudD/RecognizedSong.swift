/// What `soundwatch recognize` says of one input.
///
/// *Thread-safe*: a value.
package struct RecognizedSong: Sendable, Hashable {
  package var artist: String?
  package var title: String?
  package var album: String?
  package var released: String?
  package var label: String?
  package var isrc: String?
  /// The number in one's own catalog, when the song is from there.
  package var audioID: Int?
  /// The place in the song where the clip begins, in milliseconds.
  package var position = Milliseconds(0)
  package var link: String?
  package var artwork: String?
  /// Addresses by the names of services.
  package var links: [String: String] = [:]

  package init() {}
}
