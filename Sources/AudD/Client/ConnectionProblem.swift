import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Says in words why no answer came. Foundation's own texts name the address and libcurl's state.
enum ConnectionProblem {
  static func text(_ code: URLError.Code) -> String {
    switch code {
    case .cannotConnectToHost: "the server accepts no connection"
    case .cannotFindHost, .dnsLookupFailed: "the server's name is not known; is there a network?"
    case .timedOut: "no answer in time"
    case .secureConnectionFailed: "no secure connection could be made"
    case .networkConnectionLost: "the connection broke"
    case .notConnectedToInternet: "there is no network"
    default: "the transfer failed (\(code.rawValue))"
    }
  }
}
