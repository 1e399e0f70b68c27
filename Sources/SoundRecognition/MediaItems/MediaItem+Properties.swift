public import Foundation

extension MediaItem {
  /// The title.
  public var title: String? { string(.title) }
  /// The subtitle.
  public var subtitle: String? { string(.subtitle) }
  /// The artist.
  public var artist: String? { string(.artist) }
  /// The International Standard Recording Code.
  public var isrc: String? { string(.ISRC) }
  /// The identifier in Apple Music.
  public var appleMusicID: String? { string(.appleMusicID) }
  /// The identifier in Shazam's catalog.
  public var shazamID: String? { string(.shazamID) }
  /// The picture of the cover.
  public var artworkURL: URL? { url(.artworkURL) }
  /// The video.
  public var videoURL: URL? { url(.videoURL) }
  /// The page in Apple Music.
  public var appleMusicURL: URL? { url(.appleMusicURL) }
  /// A page about the item.
  public var webURL: URL? { url(.webURL) }

  /// The genres; empty when none are known.
  public var genres: [String] {
    guard case .array(let genres) = values[.genres] else { return [] }
    return genres.compactMap { if case .string(let genre) = $0 { genre } else { nil } }
  }

  /// Whether the content is explicit; not, when nothing is known.
  public var explicitContent: Bool {
    switch values[.explicitContent] {
    case .boolean(let isExplicit): isExplicit
    case .integer(let number): number != 0
    default: false
    }
  }

  /// When the item was made.
  public var creationDate: Date? {
    if case .date(let date) = values[.creationDate] { date } else { nil }
  }

  /// The stretches of the reference that the item belongs to, in seconds; empty when it belongs to all
  /// of it.
  public var timeRanges: [Range<TimeInterval>] {
    if case .timeRanges(let ranges) = values[.timeRanges] { ranges } else { [] }
  }

  /// The skews at which the item is meant; empty when it is meant at every skew.
  public var frequencySkewRanges: [Range<Float>] {
    if case .frequencySkewRanges(let ranges) = values[.frequencySkewRanges] { ranges } else { [] }
  }

  private func string(_ property: MediaItemProperty) -> String? {
    if case .string(let text) = values[property] { text } else { nil }
  }

  private func url(_ property: MediaItemProperty) -> URL? {
    if case .url(let url) = values[property] { url } else { nil }
  }
}
