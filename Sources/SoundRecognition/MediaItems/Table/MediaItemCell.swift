import Foundation

/// Values of media items as people write them into a table.
enum MediaItemCell {
  /// The value that a text stands for in the plain column of a property.
  /// - Throws: `CellError` with what was expected.
  static func value(
    of text: String, for property: MediaItemProperty
  ) throws(CellError) -> MediaItemValue? {
    if text.isEmpty { return nil }
    let trimmed = text.trimmingBlanks()
    switch property {
    case .webURL, .appleMusicURL, .artworkURL, .videoURL:
      guard let url = URL(string: trimmed) else { throw CellError("a URL") }
      return .url(url)
    case .explicitContent:
      switch trimmed.lowercased() {
      case "true", "yes", "1": return .boolean(true)
      case "false", "no", "0": return .boolean(false)
      default: throw CellError("true or false")
      }
    case .genres:
      return .array(list(trimmed).map { .string($0) })
    case .creationDate:
      guard let date = date(trimmed) else { throw CellError("a date such as 2026-01-31") }
      return .date(date)
    case .timeRanges:
      return .timeRanges(try ranges(trimmed, expected: "ranges of seconds such as 14..<31;45..<60"))
    case .frequencySkewRanges:
      return .frequencySkewRanges(try ranges(trimmed, expected: "ranges such as 0.03..<0.04"))
    default:
      return .string(text)
    }
  }

  /// The text that stands for a value in the plain column of a property, or `nil` when there is none
  /// that would give the same value again.
  static func text(of value: MediaItemValue, for property: MediaItemProperty) -> String? {
    let text: String
    switch value {
    case .string(let string): text = string
    case .url(let url): text = url.absoluteString
    case .boolean(let isTrue): text = isTrue ? "true" : "false"
    case .array(let values):
      let strings = values.compactMap { if case .string(let string) = $0 { string } else { nil } }
      text = strings.joined(separator: ";")
    case .date(let date): text = self.text(of: date)
    case .timeRanges(let ranges): text = self.text(of: ranges)
    case .frequencySkewRanges(let ranges): text = self.text(of: ranges)
    case .integer, .float, .double, .data, .dictionary: return nil
    }
    guard let same = try? self.value(of: text, for: property), same == value else { return nil }
    return text
  }

  /// Says what a text in a table should have been.
  struct CellError: Error {
    let expected: String
    init(_ expected: String) { self.expected = expected }
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ";").map { String($0).trimmingBlanks() }.filter { !$0.isEmpty }
  }

  /// Reads `14.0..<31.0;45.0..<60.0`, and also `14-31`.
  private static func ranges<Bound: BinaryFloatingPoint & LosslessStringConvertible>(
    _ text: String, expected: String
  ) throws(CellError) -> [Range<Bound>] {
    var ranges: [Range<Bound>] = []
    for part in list(text) {
      let bounds = Self.bounds(part)
      guard let lower = Bound(bounds.lower), let upper = Bound(bounds.upper), lower <= upper else {
        throw CellError(expected)
      }
      ranges.append(lower..<upper)
    }
    return ranges
  }

  private static func bounds(_ text: String) -> (lower: String, upper: String) {
    if let middle = text.firstRange(of: "..<") {
      return (
        String(text[..<middle.lowerBound]).trimmingBlanks(),
        String(text[middle.upperBound...]).trimmingBlanks()
      )
    }
    // A sign in front, and one behind an exponent, is no dash.
    var previous: Character = "-"
    for index in text.indices {
      if text[index] == "-", previous.isNumber || previous == " " || previous == "." {
        return (
          String(text[..<index]).trimmingBlanks(),
          String(text[text.index(after: index)...]).trimmingBlanks()
        )
      }
      previous = text[index]
    }
    return (text, "")
  }

  private static func text<Bound: BinaryFloatingPoint & LosslessStringConvertible>(
    of ranges: [Range<Bound>]
  ) -> String {
    ranges.map { "\($0.lowerBound.description)..<\($0.upperBound.description)" }
      .joined(separator: ";")
  }

  private static func date(_ text: String) -> Date? {
    let styles = [
      Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true),
      Date.ISO8601FormatStyle().year().month().day(),
    ]
    // The styles take a beginning for the whole, so that what they leave must not be lost.
    return styles.lazy.compactMap { style -> Date? in
      guard let date = try? style.parse(text) else { return nil }
      return text.utf8.count <= 10 || text.contains("T") ? date : nil
    }.first
  }

  private static func text(of date: Date) -> String {
    let whole = date.timeIntervalSinceReferenceDate.rounded() == date.timeIntervalSinceReferenceDate
    return Date.ISO8601FormatStyle(includingFractionalSeconds: !whole).format(date)
  }
}
