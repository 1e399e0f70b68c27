/// A song that was recognized in a part of a long file.
///
/// *Thread-safe*: a value.
public struct EnterpriseMatch: Sendable, Equatable, Decodable {
  /// How sure the server is, 0 to 100.
  public let score: Int
  /// The position in the song that the part comes from, `MM:SS`.
  public let timecode: String
  /// The number of the song in your own catalog, when it is from there.
  public let audioID: Int?
  /// The artist.
  public let artist: String?
  /// The title.
  public let title: String?
  /// The album.
  public let album: String?
  /// The day of release, `YYYY-MM-DD`.
  public let releaseDate: String?
  /// The label.
  public let label: String?
  /// The address of the song's page.
  public let songLink: String?
  /// The international code of the recording, in higher plans.
  public let isrc: String?
  /// The product code of the album, in higher plans.
  public let upc: String?
  /// Where the song starts within the part, in milliseconds; with accurate offsets only.
  public let startOffset: Int?
  /// Where the song ends within the part, in milliseconds; with accurate offsets only.
  public let endOffset: Int?
  /// Where the song starts in your file, in seconds; `nil` when the server does not say where the
  /// part lies.
  public internal(set) var startSeconds: Double?
  /// Where the song ends in your file, in seconds.
  public internal(set) var endSeconds: Double?
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

extension EnterpriseMatch: ObjectModel {
  init(reading fields: FieldReader) {
    var fields = fields
    score = fields.int("score") ?? 0
    timecode = fields.string("timecode") ?? ""
    audioID = fields.int("audio_id")
    artist = fields.string("artist")
    title = fields.string("title")
    album = fields.string("album")
    releaseDate = fields.string("release_date")
    label = fields.string("label")
    songLink = fields.string("song_link")
    isrc = fields.string("isrc")
    upc = fields.string("upc")
    startOffset = fields.int("start_offset")
    endOffset = fields.int("end_offset")
    extras = fields.extras
    rawResponse = fields.whole
  }
}
