public import Foundation
import HTTPTestSupport
import Synchronization

// As much of the Vapor framework as a receiver of callbacks needs, so that it can be shown, built and
// run where Vapor itself cannot be fetched.

/// A web application.
public final class Application: Sendable {
  /// Answers a request.
  public typealias Responder = @Sendable (Request) async throws -> HTTPStatus

  private let routes = Mutex<[String: Responder]>([:])
  private let server = Mutex<LoopbackServer?>(nil)

  /// Makes an application without routes.
  public init() {}

  /// Answers posts to a path.
  public func post(_ path: String, use responder: @escaping Responder) {
    routes.withLock { $0["/\(path)"] = responder }
  }

  /// Starts to listen, and says where.
  public func start() -> String {
    let started = LoopbackServer { [self] request in
      guard let responder = routes.withLock({ $0[request.path] }) else { return .status(404) }
      let answered = DispatchSemaphore(value: 0)
      let status = Mutex<HTTPStatus>(.internalServerError)
      Task {
        let request = Request(body: .init(data: ByteBuffer(bytes: request.body)))
        let result = try? await responder(request)
        status.withLock { $0 = result ?? .badRequest }
        answered.signal()
      }
      answered.wait()
      return .status(status.withLock { $0.rawValue })
    }
    server.withLock { $0 = started }
    return started.address("")
  }
}

/// A request.
public struct Request: Sendable {
  /// The content of a request.
  public struct Body: Sendable {
    /// The bytes.
    public let data: ByteBuffer?
  }

  /// The content.
  public let body: Body
  /// Where to write what is worth knowing.
  public let logger = Logger()
}

/// Bytes.
public struct ByteBuffer: Sendable {
  let bytes: [UInt8]

  /// No bytes.
  public init() { bytes = [] }

  init(bytes: [UInt8]) { self.bytes = bytes }
}

extension Data {
  /// The bytes of a buffer.
  public init(buffer: ByteBuffer) { self.init(buffer.bytes) }
}

/// Writes lines.
public struct Logger: Sendable {
  /// Writes a line with what belongs to it.
  public func info(_ message: String, metadata: [String: String]) {
    let fields = metadata.sorted { $0.key < $1.key }.map { " \($0)=\($1)" }.joined()
    FileHandle.standardOutput.write(Data("\(message)\(fields)\n".utf8))
  }
}

/// The status of an answer.
public enum HTTPStatus: Int, Sendable {
  /// All went well.
  case ok = 200
  /// The request was wrong.
  case badRequest = 400
  /// Something went wrong here.
  case internalServerError = 500
}
