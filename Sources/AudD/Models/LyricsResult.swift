/// A song whose words were found.
///
/// *Thread-safe*: a value.
public struct LyricsResult: Sendable, Equatable, Decodable {
  /// The artist.
  public let artist: String
  /// The title.
  public let title: String
  /// The words.
  public let lyrics: String?
  /// The server's number of the song.
  public let songID: Int?
  /// Links to recordings, as JSON text.
  public let media: String?
  /// Title and artist in one line.
  public let fullTitle: String?
  /// The server's number of the artist.
  public let artistID: Int?
  /// The address of the song's page.
  public let songLink: String?
  /// What the server sent beyond these.
  public let extras: [String: AnyCodable]
  /// The whole object as it came.
  public let rawResponse: AnyCodable

  /// Reads the object leniently: a scalar of another type is converted where that makes sense and
  /// left out where not.
  public init(from decoder: any Decoder) throws {
    self.init(reading: try FieldReader(from: decoder))
  }
}

extension LyricsResult: ObjectModel {
  init(reading fields: FieldReader) {
    var fields = fields
    artist = fields.string("artist") ?? ""
    title = fields.string("title") ?? ""
    lyrics = fields.string("lyrics")
    songID = fields.int("song_id")
    media = fields.string("media")
    fullTitle = fields.string("full_title")
    artistID = fields.int("artist_id")
    songLink = fields.string("song_link")
    extras = fields.extras
    rawResponse = fields.whole
  }
}
