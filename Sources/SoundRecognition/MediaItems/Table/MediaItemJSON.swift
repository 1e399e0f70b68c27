import Foundation

/// Values of media items as JSON.
///
/// Texts, whole numbers, numbers with a point, booleans, arrays and objects are themselves. What JSON
/// does not have is an object with one member: `{"$date": 726321600.5}` (seconds since 2001),
/// `{"$data": "base64"}`, `{"$url": "https:..."}`, `{"$float": 0.5}`, `{"$double": "inf"}`,
/// `{"$timeRanges": [[14.0, 31.0]]}`, `{"$frequencySkewRanges": [[0.03, 0.04]]}`. An object whose own
/// members begin with a dollar sign is wrapped in `{"$dictionary": ...}`.
enum MediaItemJSON {
  /// Says why a text is no value.
  struct SyntaxError: Error {
    let message: String
    init(_ message: String) { self.message = message }
  }

  /// Reads a value.
  static func value(of text: String) throws(SyntaxError) -> MediaItemValue {
    var reader = JSONReader(text)
    return try reader.readAll()
  }

  /// Writes a value, the members of objects in order.
  static func text(of value: MediaItemValue) -> String {
    switch value {
    case .string(let text): quoted(text)
    case .integer(let number): number.description
    case .float(let number): "{\"$float\":\(self.number(Double(number)))}"
    case .double(let number):
      number.isFinite ? number.description : "{\"$double\":\(quoted(number.description))}"
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .url(let url): "{\"$url\":\(quoted(url.absoluteString))}"
    case .date(let date):
      "{\"$date\":\(number(date.timeIntervalSinceReferenceDate))}"
    case .data(let data): "{\"$data\":\(quoted(data.base64EncodedString()))}"
    case .array(let values): "[\(values.map(text(of:)).joined(separator: ","))]"
    case .dictionary(let values):
      values.keys.contains { $0.hasPrefix("$") }
        ? "{\"$dictionary\":\(object(values))}" : object(values)
    case .timeRanges(let ranges):
      "{\"$timeRanges\":[\(ranges.map { pair($0.lowerBound, $0.upperBound) }.joined(separator: ","))]}"
    case .frequencySkewRanges(let ranges):
      "{\"$frequencySkewRanges\":["
        + ranges.map { pair(Double($0.lowerBound), Double($0.upperBound)) }.joined(separator: ",")
        + "]}"
    }
  }

  private static func object(_ values: [String: MediaItemValue]) -> String {
    let members = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return "{\(members.map { "\(quoted($0.key)):\(text(of: $0.value))" }.joined(separator: ","))}"
  }

  private static func pair(_ lower: Double, _ upper: Double) -> String {
    "[\(number(lower)),\(number(upper))]"
  }

  /// A number, in quotation marks where JSON has none like it.
  private static func number(_ number: Double) -> String {
    number.isFinite ? number.description : quoted(number.description)
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
