import Foundation
import Synchronization

/// A web server on a free port of this machine that answers as a script says, well or badly, over real
/// sockets. It stops when nobody holds it any more.
public final class LoopbackServer: Sendable {
  /// Makes the answer to a request. It may take its time: each connection has a thread.
  public typealias Handler = @Sendable (ReceivedRequest) -> Answer

  /// The port it listens on.
  public let port: UInt16
  /// What has been asked so far, and who is still there.
  public let log = RequestLog()
  private let listener: Int32

  /// Answers each path as the table says, and others with 404.
  public convenience init(_ answers: [String: Answer]) {
    self.init { answers[$0.path] ?? .status(404) }
  }

  /// Answers each request as the handler says.
  ///
  /// - Parameter keptBodyBytes: how much of a request's body is kept; the rest is only counted.
  public init(keptBodyBytes: Int = 4 << 20, handler: @escaping Handler) {
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
    precondition(bound == 0 && listen(listener, 1024) == 0, "no port on the loopback interface")
    port = UInt16(bigEndian: address.sin_port)
    let log = log
    Thread.detachNewThread {
      // The listener is closed here and nowhere else: closed under a thread that is about to accept,
      // its number could belong to another server by then.
      defer { close(listener) }
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        Thread.detachNewThread {
          let connection = HTTPConnection(descriptor, keptBodyBytes: keptBodyBytes)
          log.connectionOpened()
          LoopbackServer.serve(connection, log: log, handler: handler)
          connection.close()
          log.connectionClosed()
        }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// The address of a path.
  public func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  private static func serve(_ connection: HTTPConnection, log: RequestLog, handler: Handler) {
    while let request = connection.readRequest() {
      log.add(request)
      guard connection.send(handler(request)) else { return }
    }
  }
}
