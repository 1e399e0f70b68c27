import Foundation
import HTTPTestSupport
import Synchronization
import Testing

@testable import AudD

struct ErrorMappingTests {
  /// All numbers of the API's catalog, and some that are not in it.
  static let kinds: [(Int, AudDErrorKind)] = [
    (900, .authentication), (901, .authentication), (903, .authentication), (902, .quota),
    (904, .subscription), (905, .subscription), (50, .invalidRequest), (51, .invalidRequest),
    (600, .invalidRequest), (601, .invalidRequest), (602, .invalidRequest), (700, .invalidRequest),
    (701, .invalidRequest), (702, .invalidRequest), (906, .invalidRequest), (300, .invalidAudio),
    (400, .invalidAudio), (500, .invalidAudio), (610, .streamLimit), (611, .rateLimit),
    (907, .notReleased), (19, .blocked), (31337, .blocked), (20, .needsUpdate), (100, .server),
    (1000, .server), (12345, .server), (0, .server), (-1, .server),
  ]

  @Test("Row 123. Each number has its kind", arguments: kinds)
  func kind(code: Int, kind: AudDErrorKind) async throws {
    let script = ScriptedAudD()
    script.always(ScriptedAudD.refusal(code), for: "recognize")
    let error = await failure { try await script.client().recognize(.data(clip)) }
    let detail = try #require(error.detail)
    #expect(detail.kind == kind)
    #expect(detail.errorCode == code)
    #expect(detail.message == "Refused with \(code).")
    #expect(detail.httpStatus == 200)
    #expect(detail.requestID == "request-1")
    #expect(error?.localizedDescription == "[#\(code)] Refused with \(code).")
    #expect(script.requests.count == 1, "an error of the API is not tried again")
  }

  @Test("Row 123. The echo of the parameters has one name or the other")
  func echo() async throws {
    let script = ScriptedAudD(tokens: ["another-token"])
    let audd = try script.client(token: "dashboard-e")
    let first = await failure { try await audd.recognize(.data(clip), market: "GB") }.detail
    #expect(first?.requestedParams["market"]?.value as? String == "GB")
    #expect(first?.requestedParams["api_token"]?.value as? String == "d***e")
    #expect(first?.requestMethod == "recognize")
    #expect((first?.rawResponse?.value as? [String: Any])?["contact us"] as? String != nil)
    let second = await failure { try await audd.recognizeEnterprise(.data(clip)) }.detail
    #expect(second?.requestedParams["limit"]?.value as? String == "1")
    #expect(second?.requestMethod == "recognize")
    #expect(second?.kind == .authentication)
  }

  @Test(
    "Row 123. 904 and 905 from adding to the catalog are a kind of their own",
    arguments: [904, 905])
  func customCatalogAccess(code: Int) async throws {
    let script = ScriptedAudD()
    script.always(ScriptedAudD.refusal(code), for: "upload")
    let error = await failure {
      try await script.client().customCatalog.add(audioID: 1, source: .data(clip))
    }
    #expect(error.detail?.kind == .customCatalogAccess)
    #expect(error.detail?.errorCode == code)
    #expect(error.detail?.message.contains("[Refused with \(code).]") == true)
    #expect(error.detail?.message.contains("recognize") == true)
  }

  @Test(arguments: [
    (#"{"status":"error","error":{"error_code":"900","error_message":5}}"#, 900, "5"),
    (#"{"status":"error","error":"a bare text"}"#, 0, "a bare text"),
    (#"{"status":"error"}"#, 0, ""), (#"{"status":"error","error":[1]}"#, 0, ""),
    (#"{"status":"error","error":{"error_code":"x","error_message":null}}"#, 0, ""),
  ])
  func anOddErrorIsStillAnError(body: String, code: Int, message: String) async throws {
    let script = ScriptedAudD()
    script.always(.json(body), for: "recognize")
    let detail = await failure { try await script.client().recognize(.data(clip)) }.detail
    #expect(detail?.errorCode == code)
    #expect(detail?.message == message)
  }

  @Test(
    "Row 123. Too many requests are a kind also when only HTTP says so",
    arguments: [
      Answer.text("<html>", code: 429),
      .json(#"{"status":"error","error":{"error_code":0}}"#, code: 429),
      ScriptedAudD.refusal(611),
    ])
  func rateLimit(answer: Answer) async throws {
    let script = ScriptedAudD()
    script.always(answer, for: "recognize")
    let detail = await failure { try await script.client().recognize(.data(clip)) }.detail
    #expect(detail?.kind == .rateLimit)
    #expect(script.requests.count == 1)
  }

  @Test("Row 124. A deprecated parameter with a result is a success and a line in the log")
  func deprecation() async throws {
    let lines = Logged.lines
    let script = ScriptedAudD()
    let error = #""error":{"error_code":51,"error_message":"`x` will go"}"#
    script.always(
      .json(#"{"status":"error",\#(error),"result":{"title":"T"}}"#), for: "recognize")
    #expect(try await script.client().recognize(.data(clip))?.title == "T")
    #expect(lines.values.filter { $0.contains("`x` will go") }.count == 1)
    script.always(.json(#"{"status":"error",\#(error),"result":null}"#), for: "recognize")
    let failure = await failure { try await script.client().recognize(.data(clip)) }
    #expect(failure.detail?.kind == .invalidRequest)
    #expect(failure.detail?.errorCode == 51)
    script.always(
      .json(#"{"status":"error",\#(error),"result":[{"songs":[{}]}]}"#), for: "recognizeEnterprise")
    #expect(try await script.client().recognizeEnterprise(.data(clip)).count == 1)
    #expect(lines.values.filter { $0.contains("`x` will go") }.count == 2)
  }

  @Test(
    "Row 125. Words in the place of a song are no song",
    arguments: [
      (#"{"artist":"Blocked","title":"Ask us"}"#, "Blocked — Ask us"),
      (#"{"artist":"","title":"Ask us"}"#, "Ask us"), (#"{"artist":"Blocked"}"#, "Blocked"),
      (#"{"artist":5,"title":null}"#, "5"), (#"{"artist":""}"#, nil), ("null", nil), ("[]", nil),
    ] as [(String, String?)])
  func brandedMessage(result: String, expected: String?) async throws {
    let script = ScriptedAudD()
    script.always(
      .json(#"{"status":"error","error":{"error_code":19},"result":\#(result)}"#), for: "recognize")
    let detail = await failure { try await script.client().recognize(.data(clip)) }.detail
    #expect(detail?.kind == .blocked)
    #expect(detail?.brandedMessage == expected)
  }

  @Test(
    "Row 126. An HTTP error without JSON is the server's, a success without is unreadable",
    arguments: [
      (Answer.text("<html>404", code: 404), "serverError", 1),
      (.text("", code: 400), "serverError", 1),
      (.text("busy", code: 503), "serverError", 3), (.json("[1]", code: 502), "serverError", 3),
      (.json(#"{"status":"success","result":null}"#, code: 500), "serverError", 3),
      (.json(#"{"status":"odd"}"#), "serverError", 1), (.json("{}"), "serverError", 1),
      (.text("<html>200"), "serializationError", 1), (.text(""), "serializationError", 1),
      (.json("[]"), "serializationError", 1), (.json("{\"status\":"), "serializationError", 1),
      (.text("\u{0}", code: 201), "serializationError", 1),
      (.chunks(Array("<html>".utf8), type: "text/html", size: 2), "serializationError", 1),
    ])
  func serverAndSerialization(answer: Answer, expected: String, attempts: Int) async throws {
    let script = ScriptedAudD()
    script.always(answer, for: "recognize")
    let error = await failure { try await script.client().recognize(.data(clip)) }
    #expect(error.caseName == expected, "\(String(describing: error))")
    #expect(script.requests.count == attempts)
    switch error as? AudDError {
    case .serverError(let status, _, let requestID, let text):
      #expect(status >= 200 && requestID == "request-\(attempts)")
      #expect(text.isEmpty || text.hasPrefix("<html>404") || status != 404)
    case .serializationError(_, let text): #expect(text.count < 20)
    default: break
    }
  }

  @Test func answersComeInAnyPace() async throws {
    let script = ScriptedAudD()
    let body = Array(#"{"status":"success","result":{"title":"T"}}"#.utf8)
    for answer in [
      Answer.chunks(body, type: "application/json", size: 1),
      .slow(body, type: "application/json", step: 5, seconds: 0.005),
    ] {
      script.inject(answer, into: "recognize")
      #expect(try await script.client().recognize(.data(clip))?.title == "T")
    }
  }

  @Test(arguments: [
    Answer.reset(Array("{".utf8), declared: 100), .short(Array("{".utf8), declared: 100), .hangUp,
  ])
  func aBrokenAnswerIsABrokenConnection(answer: Answer) async throws {
    let script = ScriptedAudD()
    script.always(answer, for: "addStream")
    let error = await failure {
      try await script.client().streams.add(url: "https://radio/a", radioID: 1)
    }
    #expect(error.caseName == "connection", "\(String(describing: error))")
  }
}
