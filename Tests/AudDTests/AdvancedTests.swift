import AudD
import Foundation
import HTTPTestSupport
import Testing

struct AdvancedTests {
  @Test("Row 129. Any method can be called by its name, and its answer comes as it is")
  func rawRequest() async throws {
    let script = ScriptedAudD()
    let audd = try script.client()
    let body = try await audd.advanced.rawRequest(method: "getLinks", params: ["audd_id": "12345"])
    #expect(body["status"] as? String == "success")
    #expect((body["result"] as? [String: Any])?["links"] as? [String] == ["a", "b"])
    #expect(script.requests[0].path == "/getLinks/")
    #expect(script.requests[0].fields == ["audd_id": "12345", "api_token": "tok"])
    #expect(script.requests[0].header("Content-Type") == "application/x-www-form-urlencoded")
    // An error of the API is an answer too.
    script.always(ScriptedAudD.refusal(905), for: "getLinks")
    let refused = try await audd.advanced.rawRequest(method: "/getLinks/")
    #expect(refused["status"] as? String == "error")
    for answer in [Answer.json("[]"), .text("no JSON")] {
      script.always(answer, for: "getLinks")
      let error = await failure { _ = try await audd.advanced.rawRequest(method: "getLinks") }
      #expect(error.caseName == "serializationError")
    }
    script.always(.status(503), for: "getLinks")
    let error = await failure { _ = try await audd.advanced.rawRequest(method: "getLinks") }
    #expect(error.caseName == "serverError")
    for name in ["", "/", "a b", "../x", "a?b", "http://host"] {
      let error = await failure { _ = try await audd.advanced.rawRequest(method: name) }
      #expect(error.caseName == "invalidArgument", "\(name)")
    }
  }

  @Test("Row 129. Lyrics are found by words")
  func findLyrics() async throws {
    let script = ScriptedAudD()
    let audd = try script.client()
    let found = try await audd.advanced.findLyrics("la & ü=+")
    #expect(found.map(\.lyrics) == ["la & ü=+"])
    #expect(found[0].songID == 12 && found[0].artistID == 7)
    #expect(found[0].fullTitle == "Loop by The Testers")
    #expect(script.requests[0].fields["q"] == "la & ü=+")
    script.result("null", for: "findLyrics")
    #expect(try await audd.advanced.findLyrics("x").isEmpty)
    script.always(ScriptedAudD.refusal(904), for: "findLyrics")
    let error = await failure { try await audd.advanced.findLyrics("x") }
    #expect(error.detail?.kind == .subscription)
  }

  @Test("Row 130. A song of one's own is added with its number")
  func customCatalog() async throws {
    let script = ScriptedAudD()
    let audd = try script.client()
    let audioID: Int64 = 42
    let url = try #require(URL(string: "https://my.cdn/song.mp3"))
    try await audd.customCatalog.add(audioID: audioID, source: .url(url))
    try await audd.customCatalog.add(audioID: 43, source: .data(clip))
    #expect(script.catalog == [42, 43])
    let requests = script.requests("upload")
    #expect(requests.map(\.path) == ["/upload/", "/upload/"])
    #expect(
      requests[0].fields == ["audio_id": "42", "url": url.absoluteString, "api_token": "tok"])
    #expect(requests[1].fields == ["audio_id": "43", "api_token": "tok"])
    #expect(requests[1].file?.content == Array(clip))
    let refused = try ScriptedAudD(mayUpload: false).client()
    let error = await failure {
      try await refused.customCatalog.add(audioID: 1, source: .data(clip))
    }
    #expect(error.detail?.kind == .customCatalogAccess)
  }
}
