import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a second attempt of a call may cost.
enum RetryClass: CaseIterable, Sendable {
  /// Reads something: a second attempt costs nothing.
  case read
  /// Is billed: a second attempt is made only while nothing can have been processed, or when the
  /// server says that it failed.
  case recognition
  /// Changes something: a second attempt is made only while nothing can have been processed.
  case mutating
  /// Is billed and changes something: there is no second attempt.
  case critical

  /// Whether another attempt is made after no answer came.
  func retries(_ code: URLError.Code) -> Bool {
    switch self {
    case .read: code != .cancelled
    case .recognition, .mutating: RetryClass.beforeUpload.contains(code)
    case .critical: false
    }
  }

  /// Whether another attempt is made after an answer with this HTTP status.
  func retries(status: Int) -> Bool {
    switch self {
    case .read: status == 408 || status == 429 || status >= 500
    case .recognition: status >= 500
    case .mutating, .critical: false
    }
  }

  /// The failures that come before the server has the whole request.
  private static let beforeUpload: Set<URLError.Code> = [
    .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .timedOut, .secureConnectionFailed,
    .networkConnectionLost, .notConnectedToInternet,
  ]
}
