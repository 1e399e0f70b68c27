import Foundation

/// Reads forms as they come over the wire.
enum FormParser {
  static func fields(ofQuery query: Substring) -> [String: String] {
    var fields: [String: String] = [:]
    for pair in query.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      fields[decode(sides[0])] = sides.count > 1 ? decode(sides[1]) : ""
    }
    return fields
  }

  static func parts(of body: [UInt8], boundary: String) -> [FormPart] {
    let data = Data(body)
    let delimiter = Data("--\(boundary)".utf8)
    var parts: [FormPart] = []
    var start = data.range(of: delimiter)?.upperBound
    while let from = start, let end = data.range(of: delimiter, in: from..<data.endIndex) {
      // Each part is enclosed in line ends.
      if let part = part(data[from..<end.lowerBound].dropFirst(2).dropLast(2)) {
        parts.append(part)
      }
      start = end.upperBound
    }
    return parts
  }

  private static func part(_ data: Data) -> FormPart? {
    guard let gap = data.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: data[..<gap.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    func header(_ name: String) -> String? {
      let line = lines.first { $0.lowercased().hasPrefix("\(name): ") }
      return line.map { String($0.dropFirst(name.count + 2)) }
    }
    let disposition = header("content-disposition") ?? ""
    guard let name = parameter("name", of: disposition) else { return nil }
    return FormPart(
      name: name, filename: parameter("filename", of: disposition), type: header("content-type"),
      content: Array(data[gap.upperBound...]))
  }

  private static func parameter(_ name: String, of disposition: String) -> String? {
    guard let start = disposition.range(of: " \(name)=\"") else { return nil }
    return String(disposition[start.upperBound...].prefix { $0 != "\"" })
  }

  private static func decode(_ text: Substring) -> String {
    let text = text.replacingOccurrences(of: "+", with: " ")
    return text.removingPercentEncoding ?? text
  }
}
