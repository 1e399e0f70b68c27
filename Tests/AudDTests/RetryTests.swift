import Foundation
import HTTPTestSupport
import Synchronization
import Testing

@testable import AudD

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct RetryTests {
  /// A call of each class.
  static let calls: [(RetryClass, @Sendable (AudD) async throws -> Void)] = [
    (.read, { _ = try await $0.streams.list() }),
    (.recognition, { _ = try await $0.recognize(.data(clip)) }),
    (.mutating, { try await $0.streams.add(url: "https://radio/a", radioID: 1) }),
    (.critical, { try await $0.customCatalog.add(audioID: 1, source: .data(clip)) }),
  ]

  static let failures: [URLError.Code] = [
    .unknown, .cancelled, .badURL, .timedOut, .unsupportedURL, .cannotFindHost,
    .cannotConnectToHost, .networkConnectionLost, .dnsLookupFailed, .httpTooManyRedirects,
    .resourceUnavailable, .notConnectedToInternet, .redirectToNonExistentLocation,
    .badServerResponse, .userCancelledAuthentication, .userAuthenticationRequired,
    .zeroByteResource, .cannotDecodeRawData, .cannotDecodeContentData, .cannotParseResponse,
    .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile, .dataLengthExceedsMaximum,
    .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
    .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
    .clientCertificateRequired, .cannotLoadFromNetwork, .cannotCreateFile, .cannotOpenFile,
    .cannotCloseFile, .cannotWriteToFile, .cannotRemoveFile, .cannotMoveFile,
  ]

  static let statuses = [
    200, 201, 204, 301, 304, 400, 401, 403, 404, 408, 409, 410, 413, 422, 425, 429, 499, 500, 501,
    502, 503, 504, 511, 520, 599,
  ]

  /// The table of the reference, written out once more and not taken from the code.
  static func isRetried(_ retryClass: RetryClass, _ code: URLError.Code) -> Bool {
    let beforeUpload: [URLError.Code] = [
      .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .timedOut, .secureConnectionFailed,
      .networkConnectionLost, .notConnectedToInternet,
    ]
    switch retryClass {
    case .read: return code != .cancelled
    case .recognition, .mutating: return beforeUpload.contains(code)
    case .critical: return false
    }
  }

  static func isRetried(_ retryClass: RetryClass, status: Int) -> Bool {
    switch retryClass {
    case .read: status == 408 || status == 429 || (500...599).contains(status)
    case .recognition: (500...599).contains(status)
    case .mutating, .critical: false
    }
  }

  @Test(
    "Row 120. Each class, error and number of attempts: as the table says", .timeLimit(.minutes(10))
  )
  func matrix() async throws {
    let start = ContinuousClock.now
    let success = #"{"status":"success","result":[]}"#
    var checked = 0
    var wrong: [String] = []
    for (retryClass, call) in RetryTests.calls {
      let outcomes =
        RetryTests.failures.map {
          (ScriptedTransport.Outcome.failure($0), RetryTests.isRetried(retryClass, $0), "\($0)")
        }
        + RetryTests.statuses.map {
          let body = $0 < 300 ? success : "<html>"
          return (.answer($0, body), RetryTests.isRetried(retryClass, status: $0), "HTTP \($0)")
        }
      for (outcome, isRetried, name) in outcomes {
        for attempts in 1...4 {
          // The trouble lasts for some attempts, up to all of them; then it is over.
          for bad in 1...attempts {
            let clock = FakeClock()
            let transport = ScriptedTransport { $0 <= bad ? outcome : .answer(200, success) }
            let audd = try transport.client(attempts: attempts, clock: clock)
            let error = await failure { try await call(audd) }
            let expected = isRetried ? min(bad + 1, attempts) : 1
            let isOver = isRetried && bad < attempts || name.hasPrefix("HTTP 2")
            var isRight = transport.requests.count == expected
            isRight = isRight && clock.sleeps.count == expected - 1 && (error == nil) == isOver
            if case .failure = outcome, !isOver {
              isRight = isRight && error.caseName == "connection"
            }
            if !isRight {
              let seen = "\(transport.requests.count) attempts, \(String(describing: error))"
              wrong.append("\(retryClass), \(name), \(bad) of \(attempts): \(seen)")
            }
            checked += 1
          }
        }
      }
    }
    #expect(wrong.isEmpty)
    #expect(checked == 4 * (38 + 25) * 10)
    let elapsed = ContinuousClock.now - start
    #expect(elapsed < .seconds(5), "took \(elapsed)")
  }

  @Test("Row 120. Over real connections: a change is never sent twice, an upload not even then")
  func realConnections() async throws {
    let script = ScriptedAudD()
    let audd = try script.client()
    for method in ["getStreams", "recognize", "addStream", "upload"] {
      script.always(.status(503), for: method)
    }
    for (_, call) in RetryTests.calls {
      let error = await failure { try await call(audd) }
      #expect(error.caseName == "serverError")
    }
    let counts = ["getStreams", "recognize", "addStream", "upload"].map {
      script.requests($0).count
    }
    #expect(counts == [3, 3, 1, 1])

    // Nobody listens: that is before any upload.
    let nobody = LoopbackServer([:]).address("")
    let base = try #require(URL(string: nobody))
    let lonely = try AudD(apiToken: "tok", backoffFactor: 0, apiBase: base)
    for (_, call) in RetryTests.calls {
      let error = await failure { try await call(lonely) }
      #expect(error.caseName == "connection")
    }
  }

  @Test func libcurlRepeatsNothingOnItsOwn() async throws {
    // A server that takes the whole second request of a kept connection and then goes: libcurl would
    // send it again, and again, behind everybody's back.
    let bodies = Collector<Int>()
    let server = LoopbackServer { request in
      bodies.add(request.bodyLength)
      return bodies.values.count == 1 ? .json(#"{"status":"success","result":null}"#) : .hangUp
    }
    let base = try #require(URL(string: server.address("")))
    let audd = try AudD(apiToken: "tok", maxRetries: 1, apiBase: base)
    #expect(try await audd.recognize(.data(clip)) == nil)
    let error = await failure { try await audd.recognize(.data(clip)) }
    #expect(error.caseName == "connection")
    #expect(bodies.values.count == 2, "whole requests that the server saw: \(bodies.values)")
    await audd.close()
  }

  @Test("Row 121. Pauses double from the factor up to half a minute, spread by half to both sides")
  func backoff() async throws {
    func pauses(factor: Double, random: Double) async throws -> [Duration] {
      let clock = FakeClock()
      let transport = ScriptedTransport { _ in .answer(500, "") }
      let audd = try transport.client(
        attempts: 9, clock: clock, backoffFactor: factor, random: { random })
      _ = await failure { try await audd.streams.list() }
      return clock.sleeps
    }
    let seconds = [0.5, 1, 2, 4, 8, 16, 30, 30]
    #expect(try await pauses(factor: 0.5, random: 0) == seconds.map { .seconds($0 * 0.5) })
    #expect(try await pauses(factor: 0.5, random: 0.5) == seconds.map { .seconds($0) })
    #expect(try await pauses(factor: 0.5, random: 0.75) == seconds.map { .seconds($0 * 1.25) })
    #expect(try await pauses(factor: 0, random: 0.9) == seconds.map { _ in .zero })
    #expect(try await pauses(factor: -1, random: 0.9) == seconds.map { _ in .zero })
    #expect(try await pauses(factor: .nan, random: 0.9) == seconds.map { _ in .zero })
    #expect(try await pauses(factor: 100, random: 0.5) == seconds.map { _ in .seconds(30) })
  }

  @Test func lessThanOneAttemptIsOne() async throws {
    for attempts in [0, -5] {
      let transport = ScriptedTransport { _ in .answer(500, "") }
      let audd = try transport.client(attempts: attempts, clock: FakeClock())
      _ = await failure { try await audd.streams.list() }
      #expect(transport.requests.count == 1)
    }
  }
}
