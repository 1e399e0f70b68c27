import Foundation

/// One connection of the server.
final class HTTPConnection {
  private let descriptor: Int32
  private let keptBodyBytes: Int
  private var buffer: [UInt8] = []
  private var start = 0

  init(_ descriptor: Int32, keptBodyBytes: Int) {
    self.descriptor = descriptor
    self.keptBodyBytes = keptBodyBytes
  }

  func close() { Foundation.close(descriptor) }

  /// The next request; `nil` when the other side has gone.
  func readRequest() -> ReceivedRequest? {
    guard let line = readLine() else { return nil }
    let words = line.split(separator: " ").map(String.init)
    guard words.count > 1 else { return nil }
    var headers: [(name: String, value: String)] = []
    while true {
      guard let line = readLine() else { return nil }
      if line.isEmpty { break }
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
      headers.append((String(parts[0]), value))
    }
    var request = ReceivedRequest(method: words[0], target: words[1], headers: headers)
    if request.header("Expect") != nil { _ = send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
    return readBody(of: &request) ? request : nil
  }

  private func readBody(of request: inout ReceivedRequest) -> Bool {
    if request.header("Transfer-Encoding")?.lowercased() == "chunked" {
      while true {
        guard let line = readLine(), let size = Int(line, radix: 16) else { return false }
        guard read(size, into: &request) else { return false }
        guard readLine() != nil else { return false }
        if size == 0 { return true }
      }
    }
    return read(request.header("Content-Length").flatMap { Int($0) } ?? 0, into: &request)
  }

  private func read(_ count: Int, into request: inout ReceivedRequest) -> Bool {
    var missing = count
    while missing > 0 {
      guard start < buffer.count || fill() else { return false }
      let part = buffer[start..<min(buffer.count, start + missing)]
      request.body += part.prefix(max(0, keptBodyBytes - request.body.count))
      request.bodyLength += part.count
      start += part.count
      missing -= part.count
    }
    return true
  }

  private func readLine() -> String? {
    var line: [UInt8] = []
    while true {
      guard start < buffer.count || fill() else { return nil }
      let byte = buffer[start]
      start += 1
      if byte == UInt8(ascii: "\n") { break }
      line.append(byte)
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  private func fill() -> Bool {
    buffer = [UInt8](repeating: 0, count: 65_536)
    start = 0
    let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
    buffer.removeLast(buffer.count - max(0, count))
    return count > 0
  }

  /// - Returns: whether the connection may go on.
  func send(_ answer: Answer) -> Bool {
    if answer.delay > 0 { Thread.sleep(forTimeInterval: answer.delay) }
    switch answer.delivery {
    case .whole:
      let head = head(answer, "Content-Length: \(answer.body.count)")
      return send(head + answer.body) && !answer.closesConnection
    case .chunks(let size):
      guard send(head(answer, "Transfer-Encoding: chunked")) else { return false }
      for start in stride(from: 0, to: answer.body.count, by: size) {
        let part = answer.body[start..<min(start + size, answer.body.count)]
        let length = String(part.count, radix: 16)
        guard send(Array("\(length)\r\n".utf8) + part + Array("\r\n".utf8)) else { return false }
      }
      return send(Array("0\r\n\r\n".utf8))
    case .stall(let declared):
      _ = send(head(answer, "Content-Length: \(declared)") + answer.body)
      waitForEnd()
    case .reset(let declared):
      _ = send(head(answer, "Content-Length: \(declared)") + answer.body)
      Thread.sleep(forTimeInterval: 0.2)
      var hard = linger(l_onoff: 1, l_linger: 0)
      let size = socklen_t(MemoryLayout<linger>.size)
      unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &hard, size)
    case .short(let declared):
      _ = send(head(answer, "Content-Length: \(declared)") + answer.body)
    case .slow(let step, let seconds):
      guard send(head(answer, "Content-Length: \(answer.body.count)")) else { return false }
      for start in stride(from: 0, to: answer.body.count, by: step) {
        Thread.sleep(forTimeInterval: seconds)
        guard send(Array(answer.body[start..<min(start + step, answer.body.count)])) else {
          return false
        }
      }
      return true
    case .icy:
      let headers = answer.headers.map { "\($0.name):\($0.value)\r\n" }.joined()
      _ = send(Array("ICY 200 OK\r\n\(headers)\r\n".utf8) + answer.body)
    case .silence:
      waitForEnd()
    case .hangUp:
      break
    }
    return false
  }

  private func head(_ answer: Answer, _ framing: String) -> [UInt8] {
    var text = "HTTP/1.1 \(answer.code) Answer\r\n"
    for header in answer.headers { text += "\(header.name): \(header.value)\r\n" }
    if answer.closesConnection { text += "Connection: close\r\n" }
    return Array("\(text)\(framing)\r\n\r\n".utf8)
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes[sent...].withUnsafeBytes {
        unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  /// Waits until the other side has gone.
  private func waitForEnd() {
    var byte: UInt8 = 0
    while unsafe recv(descriptor, &byte, 1, 0) > 0 {}
  }
}
