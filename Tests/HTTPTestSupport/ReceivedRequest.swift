import Foundation

/// A request as it came over the wire.
public struct ReceivedRequest: Sendable {
  /// `GET`, `POST` and so on.
  public let method: String
  /// Path and query as they were sent.
  public let target: String
  /// The headers in their order.
  public let headers: [(name: String, value: String)]
  /// The content, or the first part of a long one.
  public internal(set) var body: [UInt8] = []
  /// How long the content was.
  public internal(set) var bodyLength = 0

  init(method: String, target: String, headers: [(name: String, value: String)]) {
    self.method = method
    self.target = target
    self.headers = headers
  }

  /// The path without its query.
  public var path: String {
    String(target.prefix { $0 != "?" })
  }

  /// The value of a header, however its name is written.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The parameters, wherever they were: in the query, or in the content as either kind of form.
  public var fields: [String: String] {
    var fields = FormParser.fields(ofQuery: target.drop { $0 != "?" }.dropFirst())
    let type = header("Content-Type") ?? ""
    if type.hasPrefix("application/x-www-form-urlencoded") {
      let text = String(decoding: body, as: UTF8.self)
      fields.merge(FormParser.fields(ofQuery: text[...])) { $1 }
    } else {
      for part in parts where part.filename == nil {
        fields[part.name] = String(decoding: part.content, as: UTF8.self)
      }
    }
    return fields
  }

  /// The file, when there is one.
  public var file: FormPart? { parts.first { $0.filename != nil } }

  /// The parts of a `multipart/form-data` content.
  public var parts: [FormPart] {
    let type = header("Content-Type") ?? ""
    guard type.hasPrefix("multipart/form-data"), let mark = type.range(of: "boundary=") else {
      return []
    }
    let boundary = type[mark.upperBound...].trimmingCharacters(in: CharacterSet(charactersIn: "\""))
    return FormParser.parts(of: body, boundary: boundary)
  }
}

/// A part of a `multipart/form-data` content.
public struct FormPart: Sendable, Equatable {
  /// The name of the field.
  public let name: String
  /// The name of the file, when it is one.
  public let filename: String?
  /// The type, when it is told.
  public let type: String?
  /// The content.
  public let content: [UInt8]
}
