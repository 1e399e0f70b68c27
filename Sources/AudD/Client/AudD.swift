public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A client of the AudD music recognition service.
///
/// ```swift
/// let audd = try AudD()  // the token is in AUDD_API_TOKEN
/// if let song = try await audd.recognize(.file(clip)) {
///   print(song.artist ?? "?", song.title ?? "?")
/// }
/// ```
///
/// The audio of each call goes to AudD's servers, and each recognition counts against the plan of the
/// token. A call whose task is cancelled breaks its transfer off at once, throws `CancellationError`
/// and is not repeated; the server may still count it.
///
/// *Thread-safe*: share one client among all tasks; its calls run side by side.
public actor AudD {
  /// Where all methods but the one for long files live: `https://api.audd.io`, or the address in the
  /// environment variable `AUDD_API_BASE`.
  public static let apiBase = server("AUDD_API_BASE", "https://api.audd.io")
  /// Where long files are recognized: `https://enterprise.audd.io`, or the address in the environment
  /// variable `AUDD_ENTERPRISE_BASE`.
  public static let enterpriseBase = server("AUDD_ENTERPRISE_BASE", "https://enterprise.audd.io")
  /// The environment variable that holds the token.
  static let tokenVariable = "AUDD_API_TOKEN"

  let requester: Requester

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - apiToken: the token; without one, or with an empty one, that in the environment variable
  ///     `AUDD_API_TOKEN` is taken.
  ///   - maxRetries: how often a call is tried at most, the first time included.
  ///   - backoffFactor: the first pause between two attempts in seconds. It doubles with each.
  ///   - urlSession: a session of your own, for proxies and certificates. It keeps its timeouts and
  ///     stays valid when the client is closed. Without one, an answer may take a minute.
  ///   - enterpriseURLSession: the same for long files alone; otherwise `urlSession` serves them too,
  ///     or a session in which an answer may take an hour.
  ///   - apiBase: another server.
  ///   - enterpriseBase: another server for long files.
  ///   - onEvent: is told about each call.
  /// - Throws: ``AudDError/configuration(_:)`` when there is no token.
  public init(
    apiToken: String? = nil, maxRetries: Int = 3, backoffFactor: Double = 0.5,
    urlSession: URLSession? = nil, enterpriseURLSession: URLSession? = nil,
    apiBase: URL = AudD.apiBase, enterpriseBase: URL = AudD.enterpriseBase,
    onEvent: AudDEventHook? = nil
  ) throws {
    let clock = ContinuousClock()
    let transports = Requester.Transports(
      standard: URLSessionTransport(injected: urlSession, timeouts: .standard, clock: clock),
      enterprise: URLSessionTransport(
        injected: enterpriseURLSession ?? urlSession, timeouts: .enterprise, clock: clock),
      polling: URLSessionTransport(injected: urlSession, timeouts: .standard, clock: clock))
    try self.init(
      apiToken: apiToken, apiBase: apiBase, enterpriseBase: enterpriseBase, transports: transports,
      retrying: Retrying(
        maximumAttempts: maxRetries, backoffFactor: backoffFactor, clock: clock,
        random: { .random(in: 0..<1) }),
      onEvent: onEvent)
  }

  init(
    apiToken: String?, apiBase: URL, enterpriseBase: URL, transports: Requester.Transports,
    retrying: Retrying, onEvent: AudDEventHook?
  ) throws {
    requester = Requester(
      token: try AudD.resolve(apiToken), apiBase: apiBase, enterpriseBase: enterpriseBase,
      transports: transports, retrying: retrying, onEvent: onEvent)
  }

  /// Makes a client with the token in the environment variable `AUDD_API_TOKEN`.
  ///
  /// - Throws: ``AudDError/configuration(_:)`` when it is not set.
  public static func fromEnvironment(
    maxRetries: Int = 3, backoffFactor: Double = 0.5, urlSession: URLSession? = nil,
    enterpriseURLSession: URLSession? = nil, apiBase: URL = AudD.apiBase,
    enterpriseBase: URL = AudD.enterpriseBase, onEvent: AudDEventHook? = nil
  ) throws -> AudD {
    try AudD(
      maxRetries: maxRetries, backoffFactor: backoffFactor, urlSession: urlSession,
      enterpriseURLSession: enterpriseURLSession, apiBase: apiBase, enterpriseBase: enterpriseBase,
      onEvent: onEvent)
  }

  /// The token that the next call goes out with.
  public var apiToken: String { requester.currentToken }

  /// Exchanges the token. Calls under way end with the one that they began with.
  ///
  /// - Throws: ``AudDError/configuration(_:)`` when it is empty.
  public func setApiToken(_ newToken: String) throws {
    guard !newToken.isEmpty else {
      throw AudDError.configuration("The API token must not be empty.")
    }
    requester.currentToken = newToken
  }

  /// Ends the client: calls under way finish, later ones throw ``AudDError/configuration(_:)``. Closing
  /// twice does nothing more, and a client that nobody uses any more, with all that it gave out, closes
  /// itself. Sessions that were
  /// handed in stay as they are.
  public func close() {
    requester.close()
  }

  /// The streams that the server listens to for you.
  public var streams: Streams { Streams(requester: requester) }

  /// Your own catalog of songs at AudD.
  public var customCatalog: CustomCatalog { CustomCatalog(requester: requester) }

  /// Lyrics, and methods that have no name here.
  public var advanced: Advanced { Advanced(requester: requester) }

  static func resolve(
    _ token: String?, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> String {
    if let token, !token.isEmpty { return token }
    if let token = environment[tokenVariable], !token.isEmpty { return token }
    throw AudDError.configuration(
      """
      There is no AudD API token. Get one at https://dashboard.audd.io and pass it as apiToken, or \
      set \(tokenVariable).
      """)
  }

  private static func server(_ variable: String, _ usual: StaticString) -> URL {
    let named = ProcessInfo.processInfo.environment[variable].flatMap { URL(string: $0) }
    if let named, named.isOnTheWeb { return named }
    guard let url = URL(string: "\(usual)") else { preconditionFailure("\(usual) is no address") }
    return url
  }
}
