/// A recording in MusicBrainz that may be the song.
///
/// *Thread-safe*: a value.
public struct MusicBrainzEntry: Sendable, Equatable, Decodable {
  /// MusicBrainz's identifier.
  public let id: String
  /// How well it fits, 0 to 100.
  public let score: Int?
  /// The title.
  public let title: String?
  /// The length in milliseconds.
  public let length: Int?
  /// What the server sent beyond these.
  public let extras: [String: AnyCodable]

  /// Reads the object leniently: a scalar of another type is converted where that makes sense and
  /// left out where not.
  public init(from decoder: any Decoder) throws {
    self.init(reading: try FieldReader(from: decoder))
  }
}

extension MusicBrainzEntry: ObjectModel {
  init(reading fields: FieldReader) {
    var fields = fields
    id = fields.string("id") ?? ""
    score = fields.int("score")
    title = fields.string("title")
    length = fields.int("length")
    extras = fields.extras
  }
}
