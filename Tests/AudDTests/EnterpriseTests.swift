import AudD
import Foundation
import HTTPTestSupport
import Testing

struct EnterpriseTests {
  @Test("Row 109. All options are sent, and the parts become one list with places in the file")
  func options() async throws {
    let script = ScriptedAudD()
    let audd = try script.client()
    let matches = try await audd.recognizeEnterprise(
      .data(clip), return: ["deezer"], skip: 4, every: 1, limit: 10, skipFirstSeconds: 30,
      useTimecode: false, accurateOffsets: true, extraParameters: ["limit": "99", "new": "1"])
    #expect(matches.count == 3)
    #expect(matches.map(\.score) == [81, 81, 81])
    #expect(matches.map(\.timecode) == ["00:57", "00:57", "00:57"])
    #expect(matches[0].startOffset == 420 && matches[0].endOffset == 11000)
    #expect(matches[0].startSeconds == 12.42)
    #expect(matches[0].endSeconds == 23)
    #expect(matches[2].startSeconds == 36.42)
    let request = try #require(script.requests("recognizeEnterprise").first)
    var fields = request.fields
    fields["api_token"] = nil
    #expect(
      fields == [
        "return": "deezer", "skip": "4", "every": "1", "limit": "10", "skip_first_seconds": "30",
        "use_timecode": "false", "accurate_offsets": "true", "new": "1",
      ])
    #expect(request.file?.content == Array(clip))
  }

  @Test("Row 110. Without a word from the caller, the limit is 1; nil lifts it")
  func limit() async throws {
    let script = ScriptedAudD()
    let audd = try script.client()
    #expect(try await audd.recognizeEnterprise(.data(clip)).count == 1)
    #expect(try await audd.recognizeEnterprise(.data(clip), limit: nil).count == 3)
    #expect(script.requests("recognizeEnterprise").map { $0.fields["limit"] } == ["1", nil])
  }

  @Test(
    arguments: [
      (#""offset":"00:12""#, 12.5), (#""offset":"01:00:12""#, 3612.5), (#""offset":"7""#, 7.5),
      (#""offset":7"#, 7.5), (#""offset":7.25"#, 7.75), (#""offset":"x:1""#, nil),
      (#""offset":null"#, nil), (#""other":1"#, nil),
    ] as [(String, Double?)])
  func thePlaceOfAPartIsReadInAllItsForms(field: String, start: Double?) async throws {
    let script = ScriptedAudD()
    script.result(
      #"[{"songs":[{"start_offset":500},"odd"],\#(field)},{"songs":null},3]"#,
      for: "recognizeEnterprise")
    let matches = try await script.client().recognizeEnterprise(.data(clip))
    #expect(matches.map(\.startSeconds) == [start])
  }

  @Test func nothingFoundIsAnEmptyList() async throws {
    let script = ScriptedAudD()
    for result in ["[]", "null", "{}", "\"none\""] {
      script.result(result, for: "recognizeEnterprise")
      #expect(try await script.client().recognizeEnterprise(.data(clip)).isEmpty)
    }
  }
}
