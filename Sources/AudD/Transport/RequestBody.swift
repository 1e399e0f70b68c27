import Foundation

/// What a request carries, as pieces that are read only when they are sent.
struct RequestBody: Sendable {
  /// A piece of a body.
  enum Piece: Sendable {
    case bytes(Data)
    case file(URL, length: Int)

    var length: Int {
      switch self {
      case .bytes(let data): data.count
      case .file(_, let length): length
      }
    }
  }

  let contentType: String
  let pieces: [Piece]

  var length: Int { pieces.reduce(0) { $0 + $1.length } }
}

extension RequestBody {
  /// Fields as `application/x-www-form-urlencoded`.
  static func form(_ fields: [FormField]) -> RequestBody {
    let text = fields.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    return RequestBody(
      contentType: "application/x-www-form-urlencoded", pieces: [.bytes(Data(text.utf8))])
  }

  /// Fields, and a file if there is one, as `multipart/form-data`.
  static func multipart(_ fields: [FormField], file: FilePart?) -> RequestBody {
    let boundary = "soundwatch-\(UUID().uuidString)"
    var head = ""
    for field in fields {
      head += "--\(boundary)\r\n"
      head += "Content-Disposition: form-data; name=\"\(quote(field.name))\"\r\n\r\n"
      head += "\(field.value)\r\n"
    }
    var pieces: [Piece] = []
    var tail = "--\(boundary)--\r\n"
    if let file {
      head += "--\(boundary)\r\n"
      head += "Content-Disposition: form-data; name=\"file\"; filename=\"\(quote(file.name))\"\r\n"
      head += "Content-Type: application/octet-stream\r\n\r\n"
      pieces.append(file.content)
      tail = "\r\n" + tail
    }
    return RequestBody(
      contentType: "multipart/form-data; boundary=\(boundary)",
      pieces: [.bytes(Data(head.utf8))] + pieces + [.bytes(Data(tail.utf8))])
  }

  /// Fields as the query of an address.
  static func query(_ fields: [FormField]) -> String {
    fields.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  private static func encode(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  /// As browsers write names in a part's header (WHATWG HTML, "multipart/form-data encoding").
  private static func quote(_ name: String) -> String {
    name.replacingOccurrences(of: "\"", with: "%22").replacingOccurrences(of: "\r", with: "%0D")
      .replacingOccurrences(of: "\n", with: "%0A")
  }
}

/// A parameter of a call.
struct FormField: Sendable {
  let name: String
  let value: String
}

extension [FormField] {
  /// Adds a parameter that has a value, in place of an earlier one of that name.
  mutating func set(_ name: String, _ value: String?) {
    guard let value else { return }
    removeAll { $0.name == name }
    append(FormField(name: name, value: value))
  }
}

/// The audio of a call.
struct FilePart: Sendable {
  let name: String
  let content: RequestBody.Piece
}
