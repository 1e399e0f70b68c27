import Foundation
package import SoundRecognition

/// What results say of a recording: of its first media item that says it.
///
/// *Thread-safe*: a value.
package struct ItemSummary: Sendable, Hashable {
  package var title = ""
  package var artist = ""
  /// The file that the recording was indexed from.
  package var source = ""

  package init(title: String = "", artist: String = "", source: String = "") {
    self.title = title
    self.artist = artist
    self.source = source
  }

  /// Sums items up, the first ones being the most important.
  package init(_ items: some Collection<MediaItem>) {
    title = items.lazy.compactMap(\.title).first ?? ""
    artist = items.lazy.compactMap(\.artist).first ?? ""
    source = items.lazy.compactMap { $0[.source] as? String }.first ?? ""
  }

  /// A name for people.
  var name: String {
    let title = title.isEmpty ? (source.isEmpty ? "(no title)" : source) : title
    return (artist.isEmpty ? title : "\(title), \(artist)").withoutControls
  }
}

extension MediaItemProperty {
  /// The file that a recording was indexed from, as it was named then.
  package static let source = MediaItemProperty("source")
}
