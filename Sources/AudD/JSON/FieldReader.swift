/// Reads the fields of a JSON object leniently and remembers which it has read, so that whatever the
/// server sends beyond them is kept in ``extras``.
struct FieldReader {
  private let fields: [String: JSONValue]
  private var read: Set<String> = []

  init(_ fields: [String: JSONValue]) {
    self.fields = fields
  }

  /// Reads an object out of a decoder.
  init(from decoder: any Decoder) throws {
    let value = try JSONValue(from: decoder)
    guard let fields = value.fields else {
      throw DecodingError.typeMismatch(
        [String: Any].self,
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not an object"))
    }
    self.init(fields)
  }

  mutating func string(_ key: String) -> String? { take(key, \.coercedString) }

  mutating func int(_ key: String) -> Int? { take(key, \.coercedInt) }

  mutating func double(_ key: String) -> Double? { take(key, \.coercedDouble) }

  mutating func bool(_ key: String) -> Bool? { take(key, \.coercedBool) }

  mutating func object<Model: ObjectModel>(_ key: String) -> Model? {
    take(key, \.fields).map { Model(reading: FieldReader($0)) }
  }

  /// The objects of a list; elements of another kind are left out.
  mutating func objects<Model: ObjectModel>(_ key: String) -> [Model]? {
    take(key, \.elements)?.compactMap(Model.init(value:))
  }

  /// What has not been read, or could not be understood where it was asked for.
  var extras: [String: AnyCodable] {
    fields.filter { !read.contains($0.key) }.mapValues(AnyCodable.init(json:))
  }

  /// The object as it came.
  var whole: AnyCodable { AnyCodable(json: .object(fields)) }

  private mutating func take<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> Value? {
    guard let value = fields[key] else { return nil }
    let result = read(value)
    if result != nil || value == .null { self.read.insert(key) }
    return result
  }
}

/// A value that the server sends as a JSON object, and that can be made of any object whatever.
protocol ObjectModel: Decodable {
  init(reading fields: FieldReader)
}

extension ObjectModel {
  /// `nil` when the value is no object.
  init?(value: JSONValue) {
    guard let fields = value.fields else { return nil }
    self.init(reading: FieldReader(fields))
  }
}
