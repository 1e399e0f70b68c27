/// A stream that the server listens to for you.
///
/// *Thread-safe*: a value.
public struct Stream: Sendable, Equatable, Decodable {
  /// Your number of it.
  public let radioID: Int
  /// Its address.
  public let url: String
  /// Whether the server hears it now.
  public let streamRunning: Bool
  /// What to poll its events by.
  public let longpollCategory: String?
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

extension Stream: ObjectModel {
  init(reading fields: FieldReader) {
    var fields = fields
    radioID = fields.int("radio_id") ?? 0
    url = fields.string("url") ?? ""
    streamRunning = fields.bool("stream_running") ?? false
    longpollCategory = fields.string("longpoll_category")
    extras = fields.extras
    rawResponse = fields.whole
  }
}
