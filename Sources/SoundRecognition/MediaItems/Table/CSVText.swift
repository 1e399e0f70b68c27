/// Comma-separated values, as RFC 4180 describes them.
///
/// A field in quotation marks may hold commas, line breaks and doubled quotation marks. Lines may end in
/// any way. Lines without anything are skipped.
enum CSVText {
  /// A line of fields, and the number of the text's line that it begins on.
  struct Record: Sendable, Hashable {
    var fields: [String]
    var line: Int
  }

  /// Cuts a text into records.
  static func records(in text: String) throws(RecognitionError) -> [Record] {
    var reader = CSVReader(text)
    var records: [Record] = []
    while let record = try reader.nextRecord() {
      if record.fields != [""] { records.append(record) }
    }
    return records
  }

  /// A record as a line.
  static func line(_ fields: [String]) -> String {
    fields.map(quoted).joined(separator: ",") + "\r\n"
  }

  /// A field, in quotation marks where it needs them. Some readers trim bare fields, so that blanks at
  /// the ends need them too.
  private static func quoted(_ field: String) -> String {
    let special: Set<Unicode.Scalar> = [",", "\"", "\n", "\r"]
    guard
      field.unicodeScalars.contains(where: special.contains) || field.hasPrefix(" ")
        || field.hasSuffix(" ")
    else { return field }
    var text = "\""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { text.unicodeScalars.append(scalar) }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }
}

/// Goes through the bytes of comma-separated values.
private struct CSVReader {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  private static let comma = UInt8(ascii: ",")
  private static let quotationMark = UInt8(ascii: "\"")
  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func nextRecord() throws(RecognitionError) -> CSVText.Record? {
    guard position < bytes.count else { return nil }
    var record = CSVText.Record(fields: [], line: line)
    while true {
      record.fields.append(
        position < bytes.count && bytes[position] == Self.quotationMark
          ? try quotedField() : bareField())
      guard position < bytes.count else { return record }
      let end = bytes[position]
      position += 1
      if end == Self.comma { continue }
      if end == Self.carriageReturn, position < bytes.count, bytes[position] == Self.newline {
        position += 1
      }
      line += 1
      return record
    }
  }

  /// Takes everything up to the next comma or line break.
  private mutating func bareField() -> String {
    let start = position
    while position < bytes.count,
      ![Self.comma, Self.newline, Self.carriageReturn].contains(bytes[position])
    {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func quotedField() throws(RecognitionError) -> String {
    let first = line
    position += 1
    var field: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == Self.quotationMark {
        guard position < bytes.count, bytes[position] == Self.quotationMark else {
          return try closed(field, first)
        }
        position += 1
      } else if byte == Self.newline
        || (byte == Self.carriageReturn
          && !(position < bytes.count && bytes[position] == Self.newline))
      {
        line += 1
      }
      field.append(byte)
    }
    throw RecognitionError(
      .mediaItemInvalid, "Line \(first): a quotation mark is opened and never closed.")
  }

  /// Makes sure that nothing stands between a closing quotation mark and the end of its field.
  private func closed(_ field: [UInt8], _ first: Int) throws(RecognitionError) -> String {
    guard
      position == bytes.count
        || [Self.comma, Self.newline, Self.carriageReturn].contains(bytes[position])
    else {
      throw RecognitionError(
        .mediaItemInvalid,
        "Line \(line): text follows a closing quotation mark. Quotation marks inside a quoted field "
          + "are doubled.")
    }
    return String(decoding: field, as: UTF8.self)
  }
}
