import Foundation

/// Reads the JSON of ``MediaItemJSON``. What it allocates is bounded by the text.
struct JSONReader {
  private typealias SyntaxError = MediaItemJSON.SyntaxError

  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Reads the one value that the text is.
  mutating func readAll() throws(MediaItemJSON.SyntaxError) -> MediaItemValue {
    let value = try readValue(depth: 0)
    skipBlanks()
    guard position == bytes.count else { throw SyntaxError("something follows the value") }
    return value
  }

  private mutating func readValue(depth: Int) throws(SyntaxError) -> MediaItemValue {
    guard depth < MediaItemValue.maximumDepth else { throw SyntaxError("it is nested too deeply") }
    skipBlanks()
    guard position < bytes.count else { throw SyntaxError("it breaks off") }
    switch bytes[position] {
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "["): return .array(try readArray(depth: depth))
    case UInt8(ascii: "{"): return try Self.typed(try readObject(depth: depth))
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return try readWord()
    default: return try readNumber()
    }
  }

  private mutating func readArray(depth: Int) throws(SyntaxError) -> [MediaItemValue] {
    position += 1
    var values: [MediaItemValue] = []
    if take("]") { return values }
    repeat { values.append(try readValue(depth: depth + 1)) } while take(",")
    guard take("]") else { throw SyntaxError("a list is not closed") }
    return values
  }

  /// - Parameter isWrapped: whether dollar signs mean nothing to the object's own members.
  private mutating func readObject(
    depth: Int, isWrapped: Bool = false
  ) throws(SyntaxError) -> [String: MediaItemValue] {
    guard depth < MediaItemValue.maximumDepth else { throw SyntaxError("it is nested too deeply") }
    position += 1
    var values: [String: MediaItemValue] = [:]
    if take("}") { return values }
    repeat {
      skipBlanks()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        throw SyntaxError("a member has no name")
      }
      let name = try readString()
      guard take(":") else { throw SyntaxError("a member has no value") }
      // What is wrapped is never anything else than an object.
      let value: MediaItemValue =
        if name == "$dictionary", !isWrapped, isAt("{") {
          .dictionary(try readObject(depth: depth + 1, isWrapped: true))
        } else {
          try readValue(depth: depth + 1)
        }
      guard values.updateValue(value, forKey: name) == nil else {
        throw SyntaxError("there are two members \(name)")
      }
    } while take(",")
    guard take("}") else { throw SyntaxError("an object is not closed") }
    return values
  }

  private mutating func readWord() throws(SyntaxError) -> MediaItemValue {
    for (word, value) in [("true", true), ("false", false)]
    where bytes[position...].starts(with: word.utf8) {
      position += word.utf8.count
      return .boolean(value)
    }
    throw SyntaxError("there is a word that is neither true nor false")
  }

  private mutating func readNumber() throws(SyntaxError) -> MediaItemValue {
    let start = position
    while position < bytes.count, "+-.0123456789eE".utf8.contains(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if let number = Int(text) { return .integer(number) }
    guard let number = Double(text), number.isFinite else {
      throw SyntaxError("there is something that is no value")
    }
    return .double(number)
  }

  private mutating func readString() throws(SyntaxError) -> String {
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += Array(try readEscape().utf8)
      default: text.append(byte)
      }
    }
    throw SyntaxError("a text is not closed")
  }

  private mutating func readEscape() throws(SyntaxError) -> String {
    guard position < bytes.count else { throw SyntaxError("it breaks off") }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return String(decoding: [byte], as: UTF8.self)
    case UInt8(ascii: "u"):
      var units = [try readUnit()]
      if UTF16.isLeadSurrogate(units[0]), bytes[position...].starts(with: "\\u".utf8) {
        position += 2
        units.append(try readUnit())
      }
      guard let text = String(validating: units, as: UTF16.self) else {
        throw SyntaxError("a character is only half there")
      }
      return text
    default: throw SyntaxError("there is an unknown character behind a backslash")
    }
  }

  private mutating func readUnit() throws(SyntaxError) -> UInt16 {
    guard bytes.count - position >= 4,
      let unit = UInt16(
        String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw SyntaxError("behind \\u, four hexadecimal digits are needed") }
    position += 4
    return unit
  }

  /// Takes a character, with the blanks in front of it, if it is the next one.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard isAt(character) else { return false }
    position += 1
    return true
  }

  private mutating func isAt(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    return position < bytes.count && bytes[position] == UInt8(ascii: character)
  }

  private mutating func skipBlanks() {
    while position < bytes.count, " \t\r\n".utf8.contains(bytes[position]) { position += 1 }
  }
}

extension JSONReader {
  /// An object, or what an object with one member that begins with a dollar sign stands for.
  private static func typed(
    _ values: [String: MediaItemValue]
  ) throws(MediaItemJSON.SyntaxError) -> MediaItemValue {
    guard values.count == 1, let (name, value) = values.first, name.hasPrefix("$") else {
      return .dictionary(values)
    }
    switch (name, value) {
    case ("$dictionary", .dictionary): return value
    case ("$url", .string(let text)):
      if let url = URL(string: text) { return .url(url) }
    case ("$data", .string(let text)):
      if let data = Data(base64Encoded: text) { return .data(data) }
    case ("$date", _):
      if let seconds = number(value) {
        return .date(Date(timeIntervalSinceReferenceDate: seconds))
      }
    case ("$double", _):
      if let number = number(value) { return .double(number) }
    case ("$float", _):
      if let number = number(value) { return .float(Float(number)) }
    case ("$timeRanges", .array(let pairs)):
      return .timeRanges(try pairs.map(range))
    case ("$frequencySkewRanges", .array(let pairs)):
      return .frequencySkewRanges(
        try pairs.map { (pair) throws(MediaItemJSON.SyntaxError) in
          let range = try range(pair)
          return Float(range.lowerBound)..<Float(range.upperBound)
        })
    default: break
    }
    throw MediaItemJSON.SyntaxError("the member \(name) has another kind of value than it should")
  }

  private static func range(
    _ value: MediaItemValue
  ) throws(MediaItemJSON.SyntaxError) -> Range<Double> {
    guard case .array(let bounds) = value, bounds.count == 2, let lower = number(bounds[0]),
      let upper = number(bounds[1]), lower <= upper
    else { throw MediaItemJSON.SyntaxError("a range needs a lower and an upper bound") }
    return lower..<upper
  }

  private static func number(_ value: MediaItemValue) -> Double? {
    if case .string(let text) = value { return Double(text) }
    return value.number
  }
}
