/// What Spotify knows of a song.
///
/// *Thread-safe*: a value.
public struct SpotifyMetadata: Sendable, Equatable, Decodable {
  /// Spotify's identifier.
  public let id: String?
  /// The title.
  public let name: String?
  /// The length in milliseconds.
  public let durationMs: Int?
  /// Whether the words are explicit.
  public let explicit: Bool?
  /// How popular the song is, 0 to 100.
  public let popularity: Int?
  /// The number on the disc.
  public let trackNumber: Int?
  /// The kind of object, `track`.
  public let type: String?
  /// The address for Spotify's programs.
  public let uri: String?
  /// What the server sent beyond these.
  public let extras: [String: AnyCodable]

  /// Reads the object leniently: a scalar of another type is converted where that makes sense and
  /// left out where not.
  public init(from decoder: any Decoder) throws {
    self.init(reading: try FieldReader(from: decoder))
  }
}

extension SpotifyMetadata: ObjectModel {
  init(reading fields: FieldReader) {
    var fields = fields
    id = fields.string("id")
    name = fields.string("name")
    durationMs = fields.int("duration_ms")
    explicit = fields.bool("explicit")
    popularity = fields.int("popularity")
    trackNumber = fields.int("track_number")
    type = fields.string("type")
    uri = fields.string("uri")
    extras = fields.extras
  }
}
