extension TextBuffer {
  /// Appends a JSON string with its quotation marks.
  ///
  /// Only what JSON forbids is escaped; everything else stays readable UTF-8.
  package mutating func append(json text: String) {
    append(byte: UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case UInt8(ascii: "\n"): append("\\n")
      case UInt8(ascii: "\r"): append("\\r")
      case UInt8(ascii: "\t"): append("\\t")
      case 0..<0x20, 0x7F:
        append("\\u00")
        append(byte: Self.hexadecimalDigit(byte >> 4))
        append(byte: Self.hexadecimalDigit(byte & 15))
      default: append(byte: byte)
      }
    }
    append(byte: UInt8(ascii: "\""))
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
