/// What a request is answered with.
public struct Answer: Sendable {
  /// How the answer gets onto the wire.
  enum Delivery: Sendable {
    /// Whole, with its length.
    case whole
    /// In chunks, without a length.
    case chunks(Int)
    /// What there is of a longer content, and then nothing for ever.
    case stall(declared: Int)
    /// What there is of a longer content, and then a broken connection.
    case reset(declared: Int)
    /// What there is of a longer content, and then a proper end.
    case short(declared: Int)
    /// A few bytes at a time.
    case slow(step: Int, seconds: Double)
    /// As stations did before HTTP/1.1: under the status line `ICY 200 OK`, without a length, up to the
    /// end of the connection.
    case icy
    /// Nothing at all until the other side goes.
    case silence
    /// A proper end of the connection without an answer.
    case hangUp
  }

  var code = 200
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  var delivery = Delivery.whole
  var closesConnection = false
  var delay = 0.0

  /// The whole content with its length.
  public static func content(_ bytes: [UInt8], type: String) -> Answer {
    Answer(headers: [("Content-Type", type)], body: bytes)
  }

  /// The content in chunks, without a length.
  public static func chunks(_ bytes: [UInt8], type: String, size: Int = 5000) -> Answer {
    Answer(headers: [("Content-Type", type)], body: bytes, delivery: .chunks(size))
  }

  /// The first bytes of a longer content, and then nothing for ever.
  public static func stall(_ bytes: [UInt8], declared: Int) -> Answer {
    Answer(
      headers: [("Content-Type", "audio/mpeg")], body: bytes, delivery: .stall(declared: declared))
  }

  /// The first bytes of a longer content, and then a broken connection.
  public static func reset(_ bytes: [UInt8], declared: Int) -> Answer {
    Answer(
      headers: [("Content-Type", "audio/mpeg")], body: bytes, delivery: .reset(declared: declared))
  }

  /// The first bytes of a longer content, and then a proper end.
  public static func short(_ bytes: [UInt8], declared: Int) -> Answer {
    Answer(
      headers: [("Content-Type", "audio/mpeg")], body: bytes, delivery: .short(declared: declared))
  }

  /// The whole content, a few bytes at a time.
  public static func slow(_ bytes: [UInt8], type: String, step: Int, seconds: Double) -> Answer {
    Answer(
      headers: [("Content-Type", type)], body: bytes, delivery: .slow(step: step, seconds: seconds))
  }

  /// Nothing at all.
  public static let silence = Answer(delivery: .silence)

  /// The end of the connection.
  public static let hangUp = Answer(delivery: .hangUp)

  /// A status without a content, and the end of the connection.
  public static func status(_ code: Int) -> Answer {
    Answer(code: code, headers: [("Content-Type", "text/plain")], closesConnection: true)
  }

  /// Another address to ask.
  public static func redirect(_ target: String) -> Answer {
    Answer(
      code: 302, headers: [("Content-Type", "text/plain"), ("Location", target)],
      closesConnection: true)
  }

  /// A text.
  public static func text(_ text: String, type: String = "text/html", code: Int = 200) -> Answer {
    Answer(code: code, headers: [("Content-Type", type)], body: Array(text.utf8))
  }

  /// A JSON text.
  public static func json(_ text: String, code: Int = 200) -> Answer {
    .text(text, type: "application/json", code: code)
  }

  /// The same with one more header.
  public func with(header name: String, _ value: String) -> Answer {
    var answer = self
    answer.headers.append((name, value))
    return answer
  }

  /// The same from a SHOUTcast server of the first version: under the status line `ICY 200 OK`, without a
  /// length, up to the end of the connection.
  public func fromOldStation() -> Answer {
    var answer = self
    answer.delivery = .icy
    return answer
  }

  /// The same after a while.
  public func after(seconds: Double) -> Answer {
    var answer = self
    answer.delay = seconds
    return answer
  }
}
