import Foundation

/// What the server means when it sends a scalar of another type than documented. It does so now and
/// then, and a success must never fail for it: `"85"` is read as 85, 123 as `"123"`, 8.9 as 8.
extension JSONValue {
  var coercedString: String? {
    switch self {
    case .string(let text): text
    case .integer(let whole): String(whole)
    case .number(let number): String(number)
    case .bool(let flag): String(flag)
    case .null, .array, .object: nil
    }
  }

  var coercedInt: Int? {
    switch self {
    case .integer(let whole): whole
    case .bool(let flag): flag ? 1 : 0
    case .number(let number): Int(exactly: number.rounded(.towardZero))
    case .string(let text):
      Int(text.trimmingSpace)
        ?? JSONValue.parse(text).flatMap { Int(exactly: $0.rounded(.towardZero)) }
    case .null, .array, .object: nil
    }
  }

  var coercedDouble: Double? {
    switch self {
    case .integer(let whole): Double(whole)
    case .number(let number): number
    case .string(let text): JSONValue.parse(text)
    case .bool, .null, .array, .object: nil
    }
  }

  var coercedBool: Bool? {
    switch self {
    case .bool(let flag): flag
    case .integer(let whole): whole != 0
    case .number(let number): number != 0
    case .string(let text):
      switch text.trimmingSpace.lowercased() {
      case "true", "1", "yes", "on": true
      case "false", "0", "no", "off", "": false
      default: nil
      }
    case .null, .array, .object: nil
    }
  }

  /// A decimal number that fills the whole text; neither hexadecimal nor infinite.
  private static func parse(_ text: String) -> Double? {
    let text = text.trimmingSpace
    guard !text.contains(where: { $0 == "x" || $0 == "X" }), let number = Double(text),
      number.isFinite
    else { return nil }
    return number
  }
}

extension String {
  fileprivate var trimmingSpace: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
