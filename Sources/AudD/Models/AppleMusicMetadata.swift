/// What Apple Music knows of a song.
///
/// *Thread-safe*: a value.
public struct AppleMusicMetadata: Sendable, Equatable, Decodable {
  /// The artist.
  public let artistName: String?
  /// The address of the song.
  public let url: String?
  /// The length in milliseconds.
  public let durationInMillis: Int?
  /// The title.
  public let name: String?
  /// The international code of the recording.
  public let isrc: String?
  /// The album.
  public let albumName: String?
  /// The number on the disc.
  public let trackNumber: Int?
  /// The composer.
  public let composerName: String?
  /// The disc of the album.
  public let discNumber: Int?
  /// The day of release, `YYYY-MM-DD`.
  public let releaseDate: String?
  /// What the server sent beyond these.
  public let extras: [String: AnyCodable]

  /// Reads the object leniently: a scalar of another type is converted where that makes sense and
  /// left out where not.
  public init(from decoder: any Decoder) throws {
    self.init(reading: try FieldReader(from: decoder))
  }
}

extension AppleMusicMetadata: ObjectModel {
  init(reading fields: FieldReader) {
    var fields = fields
    artistName = fields.string("artistName")
    url = fields.string("url")
    durationInMillis = fields.int("durationInMillis")
    name = fields.string("name")
    isrc = fields.string("isrc")
    albumName = fields.string("albumName")
    trackNumber = fields.int("trackNumber")
    composerName = fields.string("composerName")
    discNumber = fields.int("discNumber")
    releaseDate = fields.string("releaseDate")
    extras = fields.extras
  }
}
