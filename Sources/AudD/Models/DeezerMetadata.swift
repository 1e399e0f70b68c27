/// What Deezer knows of a song.
///
/// *Thread-safe*: a value.
public struct DeezerMetadata: Sendable, Equatable, Decodable {
  /// Deezer's identifier.
  public let id: Int?
  /// The title.
  public let title: String?
  /// The length in seconds.
  public let duration: Int?
  /// The address of the song.
  public let link: String?
  /// What the server sent beyond these.
  public let extras: [String: AnyCodable]

  /// Reads the object leniently: a scalar of another type is converted where that makes sense and
  /// left out where not.
  public init(from decoder: any Decoder) throws {
    self.init(reading: try FieldReader(from: decoder))
  }
}

extension DeezerMetadata: ObjectModel {
  init(reading fields: FieldReader) {
    var fields = fields
    id = fields.int("id")
    title = fields.string("title")
    duration = fields.int("duration")
    link = fields.string("link")
    extras = fields.extras
  }
}
