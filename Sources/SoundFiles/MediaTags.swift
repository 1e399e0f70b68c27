public import SoundRecognition

/// What a media file says about itself.
///
/// ```swift
/// let source = try MediaFileSource("song.flac")
/// print(MediaTags(source.metadata).title ?? "no title")
/// ```
///
/// *Thread-safe*: a value.
public struct MediaTags: Sendable, Hashable {
  /// The title.
  public var title: String?
  /// The artist; where there is none, the artist of the album.
  public var artist: String?
  /// The album.
  public var album: String?
  /// The artist of the album.
  public var albumArtist: String?
  /// The composer.
  public var composer: String?
  /// The genres.
  public var genres: [String]
  /// The International Standard Recording Code, in capitals and without hyphens.
  public var isrc: String?
  /// When it was released: a year or a date, as the file says it.
  public var date: String?
  /// The number of the track, with or without how many there are.
  public var track: String?

  /// Reads the tags of ``MediaFileSource/metadata``.
  /// - Parameter metadata: texts by name, the names in lower case.
  public init(_ metadata: [String: String]) {
    // In the order in which the names are trusted: those that FFmpeg gives to all formats come first.
    func text(_ names: String...) -> String? {
      names.lazy.compactMap { metadata[$0].map(trimmed) }.first { !$0.isEmpty }
    }
    title = text("title")
    albumArtist = text("album_artist", "albumartist", "album artist")
    artist = text("artist", "author", "performer") ?? albumArtist
    album = text("album")
    composer = text("composer")
    date = text("date", "year", "originaldate", "tdrc", "tyer")
    track = text("track", "tracknumber")
    // ID3 calls it TSRC, all others ISRC. Some files have it several times.
    isrc = text("isrc", "tsrc").map { $0.prefix { $0 != ";" && $0 != "/" && $0 != "," } }.map {
      $0.uppercased().filter { $0.isLetter || $0.isNumber }
    }
    genres = (text("genre") ?? "").split { ";\0".contains($0) }.map { trimmed(String($0)) }
      .filter { !$0.isEmpty }
  }

  /// The tags as properties of a media item. Those that ``/SoundRecognition/MediaItemProperty`` does not know are called
  /// `album`, `albumArtist`, `composer`, `date` and `track`.
  public var mediaItemValues: [MediaItemProperty: MediaItemValue] {
    let texts: [(MediaItemProperty, String?)] = [
      (.title, title), (.artist, artist), (.ISRC, isrc), (.init("album"), album),
      (.init("albumArtist"), albumArtist == artist ? nil : albumArtist),
      (.init("composer"), composer), (.init("date"), date), (.init("track"), track),
    ]
    var values: [MediaItemProperty: MediaItemValue] = [:]
    for (property, text) in texts { values[property] = text.map { .string($0) } }
    if !genres.isEmpty { values[.genres] = .array(genres.map { .string($0) }) }
    return values
  }
}

/// A text without blanks and control characters around it.
private func trimmed(_ text: String) -> String {
  func isBlank(_ character: Character) -> Bool {
    character.isWhitespace || character.unicodeScalars.allSatisfy { $0.value < 0x20 }
  }
  var text = text[...]
  while let first = text.first, isBlank(first) { text.removeFirst() }
  while let last = text.last, isBlank(last) { text.removeLast() }
  return String(text)
}
