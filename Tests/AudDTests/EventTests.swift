import AudD
import Foundation
import HTTPTestSupport
import Testing

struct EventTests {
  @Test("Row 127. A call is told of when it starts and when it ends, whatever the attempts")
  func events() async throws {
    let events = Collector<AudDEvent>()
    let script = ScriptedAudD()
    script.inject(.status(500), into: "recognize")
    let audd = try script.client { events.add($0) }
    try await audd.recognize(.data(clip))
    #expect(events.values.map(\.kind) == [.request, .response])
    #expect(events.values.map(\.method) == ["recognize", "recognize"])
    #expect(events.values.allSatisfy { $0.url == script.apiBase.absoluteString + "/" })
    let response = try #require(events.values.last)
    #expect(response.httpStatus == 200)
    #expect(response.requestId == "request-2")
    #expect(response.errorCode == nil)
    #expect((response.elapsed ?? -1) > 0)
    #expect(events.values[0].elapsed == nil && events.values[0].httpStatus == nil)
  }

  @Test("Row 127. An answer that is an error is a response and an exception")
  func apiError() async throws {
    let events = Collector<AudDEvent>()
    let script = ScriptedAudD()
    script.always(ScriptedAudD.refusal(902), for: "recognizeEnterprise")
    let audd = try script.client { events.add($0) }
    _ = await failure { try await audd.recognizeEnterprise(.data(clip)) }
    #expect(events.values.map(\.kind) == [.request, .response, .exception])
    #expect(events.values.last?.errorCode == 902)
    #expect(events.values.last?.extras["error_type"]?.value as? String == "api")
    #expect(events.values.allSatisfy { $0.method == "recognizeEnterprise" })
  }

  @Test("Row 127. No answer is an exception with the kind of the failure")
  func transportFailure() async throws {
    let events = Collector<AudDEvent>()
    let script = ScriptedAudD()
    script.always(.hangUp, for: "addStream")
    let audd = try script.client(maxRetries: 1) { events.add($0) }
    _ = await failure { try await audd.streams.add(url: "https://r/a", radioID: 1) }
    #expect(events.values.map(\.kind) == [.request, .exception])
    let name = events.values.last?.extras["error_type"]?.value as? String
    #expect(name?.hasPrefix("URLError -") == true, "\(name ?? "none")")
    #expect(events.values.last?.httpStatus == nil)
  }

  @Test("Row 127. All calls are told of, by the API's names")
  func allCalls() async throws {
    let events = Collector<AudDEvent>()
    let script = ScriptedAudD()
    let audd = try script.client { events.add($0) }
    try await audd.streams.setCallbackURL("https://h/cb")
    try await audd.streams.add(url: "https://r/a", radioID: 1)
    try await audd.customCatalog.add(audioID: 1, source: .data(clip))
    _ = try await audd.advanced.findLyrics("la la")
    let names = ["setCallbackUrl", "addStream", "upload", "findLyrics"]
    #expect(events.values.filter { $0.kind == .request }.map(\.method) == names)
    #expect(events.values.filter { $0.kind == .response }.map(\.method) == names)
  }

  @Test("Row 127. What the hook throws is nobody's business")
  func throwingHook() async throws {
    struct Trouble: Error {}
    let audd = try ScriptedAudD().client { _ in throw Trouble() }
    #expect(try await audd.recognize(.data(clip)) != nil)
  }
}
