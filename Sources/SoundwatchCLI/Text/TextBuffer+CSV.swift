extension TextBuffer {
  /// Appends a CSV field as RFC 4180 wants it: in quotation marks where it holds a comma, a quotation
  /// mark or a line break, with the marks inside doubled.
  ///
  /// Fields that begin or end with a space are quoted too, because some readers trim bare ones.
  package mutating func append(csv field: String) {
    let needsQuotes =
      field.utf8.contains { [0x2C, 0x22, 0x0A, 0x0D].contains($0) }
      || field.hasPrefix(" ") || field.hasSuffix(" ")
    guard needsQuotes else {
      append(field)
      return
    }
    append(byte: UInt8(ascii: "\""))
    for byte in field.utf8 {
      if byte == UInt8(ascii: "\"") { append(byte: byte) }
      append(byte: byte)
    }
    append(byte: UInt8(ascii: "\""))
  }
}
