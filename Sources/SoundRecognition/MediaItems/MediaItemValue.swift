public import Foundation

/// The value of a property of a ``MediaItem``.
///
/// *Thread-safe*: a value.
public indirect enum MediaItemValue: Sendable, Hashable {
  /// A text.
  case string(String)
  /// A whole number.
  case integer(Int)
  /// A number in single precision.
  case float(Float)
  /// A number.
  case double(Double)
  /// Yes or no.
  case boolean(Bool)
  /// An address.
  case url(URL)
  /// A point in time.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// Values in order.
  case array([MediaItemValue])
  /// Values by name.
  case dictionary([String: MediaItemValue])
  /// Ranges of seconds, for ``MediaItemProperty/timeRanges``.
  case timeRanges([Range<TimeInterval>])
  /// Ranges of skews, for ``MediaItemProperty/frequencySkewRanges``.
  case frequencySkewRanges([Range<Float>])

  /// How deep arrays and dictionaries may lie in one another. More than anybody needs, and little
  /// enough that no content overflows the stack.
  static let maximumDepth = 32

  /// Makes a value of a string, number, URL, date, data, or of arrays and dictionaries of them.
  /// - Returns: `nil` when it is of any other type.
  public init?(_ value: Any) { self.init(value, depth: 0) }

  private init?(_ value: Any, depth: Int) {
    guard depth < Self.maximumDepth else { return nil }
    // Asked first: it would pass for any kind of number that holds its value.
    if type(of: value) is NSNumber.Type, let number = value as? NSNumber {
      self.init(number)
      return
    }
    switch value {
    case let value as MediaItemValue: self = value
    case let value as String: self = .string(value)
    case let value as Bool: self = .boolean(value)
    case let value as Float: self = .float(value)
    case let value as Double: self = .double(value)
    case let value as any BinaryInteger:
      guard let number = Int(exactly: value) else { return nil }
      self = .integer(number)
    case let value as URL: self = .url(value.absoluteURL)
    case let value as Date: self = .date(value)
    case let value as Data: self = .data(value)
    case let value as [Range<TimeInterval>] where !value.isEmpty: self = .timeRanges(value)
    case let value as [Range<Float>] where !value.isEmpty: self = .frequencySkewRanges(value)
    case let value as [Any]:
      let values = value.compactMap { Self($0, depth: depth + 1) }
      guard values.count == value.count else { return nil }
      self = .array(values)
    case let value as [String: Any]:
      let values = value.compactMapValues { Self($0, depth: depth + 1) }
      guard values.count == value.count else { return nil }
      self = .dictionary(values)
    default: return nil
    }
  }

  /// The kinds of number that an `NSNumber` tells by its encoding; a truth value looks like a byte.
  private init(_ number: NSNumber) {
    switch unsafe String(cString: number.objCType) {
    case "c", "B": self = .boolean(number.boolValue)
    case "f": self = .float(number.floatValue)
    case "d": self = .double(number.doubleValue)
    default: self = .integer(number.intValue)
    }
  }

  /// The value as the Swift type that it was made of; every whole number is an `Int`.
  public var anyValue: Any {
    switch self {
    case .string(let value): value
    case .integer(let value): value
    case .float(let value): value
    case .double(let value): value
    case .boolean(let value): value
    case .url(let value): value
    case .date(let value): value
    case .data(let value): value
    case .array(let values): values.map(\.anyValue)
    case .dictionary(let values): values.mapValues(\.anyValue)
    case .timeRanges(let value): value
    case .frequencySkewRanges(let value): value
    }
  }

  /// The value as a number, whichever kind of number it is.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .float(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}
