import Foundation
import Synchronization

/// A web server on a free port of this machine that answers as a script says, well or badly.
final class LoopbackServer: Sendable {
  /// What a path is answered with.
  enum Answer: Sendable {
    /// The whole content with its length.
    case content([UInt8], type: String)
    /// The content in chunks, without a length.
    case chunks([UInt8], type: String)
    /// The first bytes of a longer content, and then nothing for ever.
    case stall([UInt8], declared: Int)
    /// The first bytes of a longer content, and then a broken connection.
    case reset([UInt8], declared: Int)
    /// The first bytes of a longer content, and then a proper end.
    case short([UInt8], declared: Int)
    /// Nothing at all.
    case silence
    case status(Int)
    case redirect(String)
  }

  let port: UInt16
  private let listener: Int32
  private let answers: Mutex<[String: Answer]>

  init(_ answers: [String: Answer]) {
    self.answers = Mutex(answers)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let size = length
    let bound = unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        let status = unsafe bind(listener, $0, size)
        unsafe getsockname(listener, $0, &length)
        return status
      }
    }
    precondition(bound == 0 && listen(listener, 16) == 0, "no port on the loopback interface")
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0, let server = self else { return }
        Thread.detachNewThread { server.serve(connection) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    while let path = readPath(connection) {
      let answer = answers.withLock { $0[path] } ?? .status(404)
      guard reply(answer, on: connection) else { return }
    }
  }

  /// Reads a request up to its empty line.
  private func readPath(_ connection: Int32) -> String? {
    var text = ""
    var byte: UInt8 = 0
    while !text.hasSuffix("\r\n\r\n") {
      guard unsafe recv(connection, &byte, 1, 0) == 1 else { return nil }
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    let words = text.split(separator: " ")
    return words.count > 1 ? String(words[1]) : nil
  }

  /// - Returns: whether the connection may go on.
  private func reply(_ answer: Answer, on connection: Int32) -> Bool {
    switch answer {
    case .content(let bytes, let type):
      send(head(200, type: type, "Content-Length: \(bytes.count)"), connection)
      return send(bytes, connection)
    case .chunks(let bytes, let type):
      send(head(200, type: type, "Transfer-Encoding: chunked"), connection)
      for start in stride(from: 0, to: bytes.count, by: 5000) {
        let part = bytes[start..<min(start + 5000, bytes.count)]
        let size = String(part.count, radix: 16)
        guard send(Array("\(size)\r\n".utf8) + part + Array("\r\n".utf8), connection) else {
          return false
        }
      }
      return send(Array("0\r\n\r\n".utf8), connection)
    case .stall(let bytes, let declared):
      send(head(200, type: "audio/mpeg", "Content-Length: \(declared)") + bytes, connection)
      waitForEnd(of: connection)
    case .reset(let bytes, let declared):
      send(head(200, type: "audio/mpeg", "Content-Length: \(declared)") + bytes, connection)
      usleep(200_000)
      var hard = linger(l_onoff: 1, l_linger: 0)
      unsafe setsockopt(
        connection, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
    case .short(let bytes, let declared):
      send(head(200, type: "audio/mpeg", "Content-Length: \(declared)") + bytes, connection)
    case .silence:
      waitForEnd(of: connection)
    case .status(let code):
      send(head(code, type: "text/plain", "Content-Length: 0"), connection)
    case .redirect(let target):
      send(head(302, type: "text/plain", "Location: \(target)\r\nContent-Length: 0"), connection)
    }
    return false
  }

  private func head(_ code: Int, type: String, _ rest: String) -> [UInt8] {
    Array("HTTP/1.1 \(code) Answer\r\nContent-Type: \(type)\r\n\(rest)\r\n\r\n".utf8)
  }

  @discardableResult
  private func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes[sent...].withUnsafeBytes {
        unsafe Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  /// Waits until the other side has gone.
  private func waitForEnd(of connection: Int32) {
    var byte: UInt8 = 0
    while unsafe recv(connection, &byte, 1, 0) > 0 {}
  }
}
