import Foundation

/// Carries one attempt of a call to the server and brings back the answer.
protocol HTTPTransport: Sendable {
  /// - Throws: `URLError` when no answer came, `AudDError` when the request cannot be made, and
  ///   `CancellationError` when the task was cancelled.
  func send(_ request: HTTPRequest) async throws -> HTTPAnswer

  /// Lets the attempts under way end and takes no more.
  func close()
}

/// One attempt of a call.
struct HTTPRequest: Sendable {
  let url: URL
  /// `nil` is a GET.
  var body: RequestBody?
  /// How long the server may take on purpose before it answers.
  var expectedWait: Duration = .zero
}

struct HTTPAnswer: Sendable {
  let status: Int
  let requestID: String?
  let data: Data
}

/// How long an attempt may take.
struct Timeouts: Sendable, Equatable {
  /// Until the connection stands and the first byte of the body is on its way.
  let connect: Duration
  /// Until the answer is here.
  let total: Duration

  static let standard = Timeouts(connect: .seconds(30), total: .seconds(60))
  static let enterprise = Timeouts(connect: .seconds(30), total: .seconds(3600))
  static let consumer = Timeouts(connect: .seconds(10), total: .seconds(120))
}
