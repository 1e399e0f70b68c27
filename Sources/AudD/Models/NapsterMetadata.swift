/// What Napster knows of a song.
///
/// *Thread-safe*: a value.
public struct NapsterMetadata: Sendable, Equatable, Decodable {
  /// Napster's identifier.
  public let id: String?
  /// The title.
  public let name: String?
  /// The international code of the recording.
  public let isrc: String?
  /// The artist.
  public let artistName: String?
  /// The album.
  public let albumName: String?
  /// What the server sent beyond these.
  public let extras: [String: AnyCodable]

  /// Reads the object leniently: a scalar of another type is converted where that makes sense and
  /// left out where not.
  public init(from decoder: any Decoder) throws {
    self.init(reading: try FieldReader(from: decoder))
  }
}

extension NapsterMetadata: ObjectModel {
  init(reading fields: FieldReader) {
    var fields = fields
    id = fields.string("id")
    name = fields.string("name")
    isrc = fields.string("isrc")
    artistName = fields.string("artistName")
    albumName = fields.string("albumName")
    extras = fields.extras
  }
}
