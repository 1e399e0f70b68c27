import AudD
import Foundation
import HTTPTestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct SessionTests {
  private func session(_ mark: String) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["X-Mark": mark]
    return URLSession(configuration: configuration)
  }

  @Test("Row 128. A session that was handed in is used, and lives on when the client is closed")
  func injected() async throws {
    let script = ScriptedAudD()
    let (own, long) = (session("own"), session("long"))
    let audd = try AudD(
      apiToken: "tok", urlSession: own, enterpriseURLSession: long, apiBase: script.apiBase,
      enterpriseBase: script.enterpriseBase)
    try await audd.recognize(.data(clip))
    _ = try await audd.recognizeEnterprise(.data(clip))
    await audd.close()
    try await audd.recognize(.data(clip))
    #expect(script.requests.map { $0.header("X-Mark") } == ["own", "long", "own"])
    #expect(script.requests.allSatisfy { $0.header("User-Agent")?.hasPrefix("soundwatch") == true })
    // Without one for long files, the other serves them too.
    let shared = try AudD(
      apiToken: "tok", urlSession: own, apiBase: script.apiBase,
      enterpriseBase: script.enterpriseBase)
    _ = try await shared.recognizeEnterprise(.data(clip))
    #expect(script.requests.last?.header("X-Mark") == "own")
    own.invalidateAndCancel()
    long.invalidateAndCancel()
  }

  @Test("Row 128. A session's own limits hold", .timeLimit(.minutes(10)))
  func ownLimits() async throws {
    let script = ScriptedAudD()
    script.always(.silence, for: "recognize")
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 1
    let idle = URLSession(configuration: configuration)
    configuration.timeoutIntervalForRequest = 60
    configuration.timeoutIntervalForResource = 0.3
    let whole = URLSession(configuration: configuration)
    for session in [idle, whole] {
      let audd = try AudD(
        apiToken: "tok", maxRetries: 1, urlSession: session, apiBase: script.apiBase)
      // Without the limit, this would wait for ever.
      let error = await failure { try await audd.recognize(.data(clip)) }
      #expect(error.caseName == "connection")
      session.invalidateAndCancel()
    }
  }
}
