import Foundation

/// A JSON value of any shape.
enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Reads JSON text; `nil` when it is none.
  init?(parsing data: Data) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: data) else { return nil }
    self = value
  }

  var fields: [String: JSONValue]? {
    if case .object(let fields) = self { fields } else { nil }
  }

  var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The same value with every text in it, keys included, run through a function.
  func mapStrings(_ transform: (String) -> String) -> JSONValue {
    switch self {
    case .null, .bool, .integer, .number: self
    case .string(let text): .string(transform(text))
    case .array(let elements): .array(elements.map { $0.mapStrings(transform) })
    case .object(let fields):
      .object(
        Dictionary(
          fields.map { (transform($0), $1.mapStrings(transform)) },
          uniquingKeysWith: { first, _ in first }))
    }
  }
}

extension JSONValue: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let flag = try? container.decode(Bool.self) {
      self = .bool(flag)
    } else if let whole = try? container.decode(Int.self) {
      self = .integer(whole)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let fields = try? container.decode([String: JSONValue].self) {
      self = .object(fields)
    } else if let elements = try? container.decode([JSONValue].self) {
      self = .array(elements)
    } else {
      // A number that no `Double` holds, such as 1e999: the rest of the body is still of use.
      self = .null
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let flag): try container.encode(flag)
    case .integer(let whole): try container.encode(whole)
    case .number(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements)
    case .object(let fields): try container.encode(fields)
    }
  }
}
