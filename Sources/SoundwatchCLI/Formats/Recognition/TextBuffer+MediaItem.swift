import Foundation
import SoundRecognition

extension TextBuffer {
  /// Appends a media item as a JSON object: its identity and its properties under the names that they
  /// have in tables, dates as ISO 8601 writes them, ranges as `[[14,31]]`.
  mutating func append(json item: MediaItem) {
    append("{\"id\":")
    append(json: item.id.uuidString)
    let known = MediaItemTable.columnNames
    let names = item.values.keys.map { (name: known[$0] ?? $0.rawValue, property: $0) }
    for (name, property) in names.sorted(by: { $0.name < $1.name }) {
      guard let value = item.values[property] else { continue }
      append(",")
      append(json: name)
      append(":")
      append(json: value)
    }
    append("}")
  }

  private mutating func append(json value: MediaItemValue) {
    switch value {
    case .string(let text): append(json: text)
    case .integer(let number): append(Int64(number))
    case .float(let number): append(jsonNumber: Double(number), number.description)
    case .double(let number): append(jsonNumber: number, number.description)
    case .boolean(let isTrue): append(isTrue ? "true" : "false")
    case .url(let url): append(json: url.absoluteString)
    case .date(let date):
      append(json: Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(date))
    case .data(let data): append(json: data.base64EncodedString())
    case .array(let values):
      appendList(values) { $0.append(json: $1) }
    case .dictionary(let values):
      append("{")
      for (index, member) in values.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { append(",") }
        append(json: member.key)
        append(":")
        append(json: member.value)
      }
      append("}")
    case .timeRanges(let ranges):
      appendList(ranges) { $0.append(bounds: $1.lowerBound, $1.upperBound) }
    case .frequencySkewRanges(let ranges):
      appendList(ranges) { $0.append(bounds: Double($1.lowerBound), Double($1.upperBound)) }
    }
  }

  private mutating func append(bounds lower: Double, _ upper: Double) {
    append("[")
    append(jsonNumber: lower, lower.description)
    append(",")
    append(jsonNumber: upper, upper.description)
    append("]")
  }

  private mutating func append(jsonNumber number: Double, _ text: String) {
    append(number.isFinite ? text : "null")
  }

  private mutating func appendList<Element>(
    _ elements: [Element], _ body: (inout TextBuffer, Element) -> Void
  ) {
    append("[")
    for (index, element) in elements.enumerated() {
      if index > 0 { append(",") }
      body(&self, element)
    }
    append("]")
  }
}
