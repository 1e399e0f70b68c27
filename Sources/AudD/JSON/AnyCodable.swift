import Foundation

/// A JSON value whose shape is known only when the program runs.
///
/// Fields that this module has no name for are handed out in this form, so that what the server adds
/// is of use before the module knows it.
///
/// *Thread-safe*: a value.
public struct AnyCodable: Sendable, Equatable, Codable {
  let json: JSONValue

  init(json: JSONValue) {
    self.json = json
  }

  /// Wraps a value. What JSON cannot express is kept as the text that describes it.
  public init(_ value: Any) {
    json = JSONValue(erased: value)
  }

  /// Reads any JSON value.
  public init(from decoder: any Decoder) throws {
    json = try JSONValue(from: decoder)
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }

  /// The value: `NSNull`, `Bool`, `Int`, `Double`, `String`, `[Any]` or `[String: Any]`.
  public var value: Any { json.erased }
}

extension AnyCodable: CustomStringConvertible {
  /// The value as it prints.
  public var description: String { "\(value)" }
}

extension JSONValue {
  var erased: Any {
    switch self {
    case .null: NSNull()
    case .bool(let flag): flag
    case .integer(let whole): whole
    case .number(let number): number
    case .string(let text): text
    case .array(let elements): elements.map(\.erased)
    case .object(let fields): fields.mapValues(\.erased)
    }
  }

  init(erased value: Any) {
    switch value {
    case let wrapped as AnyCodable: self = wrapped.json
    case let flag as Bool: self = .bool(flag)
    case let whole as Int: self = .integer(whole)
    case let whole as any BinaryInteger:
      self = Int(exactly: whole).map(JSONValue.integer) ?? .string("\(whole)")
    case let number as Double: self = .number(number)
    case let number as Float: self = .number(Double(number))
    case let text as String: self = .string(text)
    case let elements as [Any]: self = .array(elements.map(JSONValue.init(erased:)))
    case let fields as [String: Any]: self = .object(fields.mapValues(JSONValue.init(erased:)))
    case is NSNull: self = .null
    default: self = .string(String(describing: value))
    }
  }
}
