import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests through a `URLSession`, its own or one that was handed in.
final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  /// A session that was handed in keeps its own timeouts and is never invalidated.
  private let isOwned: Bool
  private let timeouts: Timeouts
  private let clock: any Clock<Duration>
  private let isClosed = Mutex(false)

  /// - Parameter injected: a session of the caller's; without one, the transport makes its own.
  init(injected: URLSession?, timeouts: Timeouts, clock: any Clock<Duration>) {
    isOwned = injected == nil
    session = injected ?? URLSession(configuration: URLSessionTransport.configuration)
    self.timeouts =
      if let limits = injected?.configuration {
        // FoundationNetworking knows the limit of an idle connection and keeps it by itself; the
        // limit of the whole it does not know.
        Timeouts(
          connect: .seconds(limits.timeoutIntervalForResource),
          total: .seconds(limits.timeoutIntervalForResource))
      } else {
        timeouts
      }
    self.clock = clock
  }

  deinit { close() }

  func close() {
    guard isOwned else { return }
    isClosed.withLock { closed in
      if !closed { session.finishTasksAndInvalidate() }
      closed = true
    }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
    try Task.checkCancellation()
    let transfer = Transfer()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        transfer.start(continuation) { finish in try task(for: request, finish: finish) }
        transfer.watch(deadlines(for: request), clock: clock)
      }
    } onCancel: {
      transfer.end(.failure(CancellationError()))
    }
  }

  /// Makes the task of a request. A task of an invalidated session would end the program, so closing
  /// and this exclude each other.
  private func task(
    for request: HTTPRequest, finish: @escaping @Sendable (Result<HTTPAnswer, any Error>) -> Void
  ) throws -> Transfer.Started {
    var urlRequest = URLRequest(url: request.url)
    urlRequest.setValue(UserAgent.text, forHTTPHeaderField: "User-Agent")
    if isOwned {
      // FoundationNetworking ends a transfer that is silent for this long. The server is silent
      // while it works on a long file, so only the deadlines of the transfer itself count.
      urlRequest.timeoutInterval = 24 * 3600
    }
    var progress: SharedProgress?
    if let body = request.body {
      let stream = BodyStream(body)
      progress = stream.progress
      urlRequest.httpMethod = "POST"
      urlRequest.httpBodyStream = stream
      urlRequest.setValue(body.contentType, forHTTPHeaderField: "Content-Type")
      urlRequest.setValue(String(body.length), forHTTPHeaderField: "Content-Length")
      #if canImport(FoundationNetworking)
        // Without this, libcurl sends a body of a stream in chunks and with no length, which not
        // every server takes. A header of spaces takes away the one that libcurl would add.
        urlRequest.setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
      #endif
    }
    let handler: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = {
      [progress] data, response, error in
      if let response = response as? HTTPURLResponse, error == nil {
        finish(
          .success(
            HTTPAnswer(
              status: response.statusCode,
              requestID: response.value(forHTTPHeaderField: "X-Request-Id"), data: data ?? Data())))
      } else {
        finish(.failure(URLSessionTransport.reason(error, progress: progress?.current)))
      }
    }
    let isClosed = isClosed.withLock { $0 }
    guard !isClosed else { throw AudDError.configuration("The AudD client has been closed.") }
    return Transfer.Started(
      task: session.dataTask(with: urlRequest, completionHandler: handler), progress: progress)
  }

  private static func reason(_ error: (any Error)?, progress: BodyStream.Progress?) -> any Error {
    if progress?.wasReplayed == true { return URLError(.networkConnectionLost) }
    if progress?.fileChanged == true {
      return AudDError.unsupportedSource("The file changed or went away while it was being sent.")
    }
    return error ?? URLError(.badServerResponse)
  }

  private func deadlines(for request: HTTPRequest) -> Timeouts {
    guard request.body == nil else { return timeouts }
    // Nothing shows whether a request without a body has found its server. So the answer is due when
    // the time that the server takes on purpose and that for connecting are over.
    let due = request.expectedWait + timeouts.connect
    return Timeouts(connect: due, total: due)
  }

  private static var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    // Foundation's six would let a few polls hold up everything else. Each has a descriptor, and
    // programs commonly may have 1024.
    configuration.httpMaximumConnectionsPerHost = 256
    return configuration
  }
}
