import Foundation
import HTTPTestSupport
import Testing

@testable import AudD

struct DecodingTests {
  private func recognize(_ result: String) async throws -> RecognitionResult {
    let script = ScriptedAudD()
    script.result(result, for: "recognize")
    return try #require(try await script.client().recognize(.data(clip)))
  }

  @Test("Row 106. A scalar of the wrong type is converted or left out, and never an error")
  func lenientDecoding() async throws {
    let result = try await recognize(
      """
      {"timecode":56,"audio_id":"12","artist":true,"title":12.5,"album":{"a":1},"label":[1],
       "release_date":null,"isrc":9007199254740993,"spotify":"none","deezer":{"id":"31",
       "duration":180.9,"title":7},"apple_music":{"trackNumber":"3 ","durationInMillis":"x",
       "discNumber":"1e1"},"musicbrainz":[{"score":"99"},"odd",3,{"score":98.7,"id":5}]}
      """)
    #expect(result.timecode == "56")
    #expect(result.audioID == 12)
    #expect(result.artist == "true")
    #expect(result.title == "12.5")
    #expect(result.album == nil && result.label == nil && result.releaseDate == nil)
    #expect(result.isrc == "9007199254740993")
    #expect(result.spotify == nil)
    #expect(result.deezer?.id == 31 && result.deezer?.duration == 180)
    #expect(result.deezer?.title == "7")
    #expect(result.appleMusic?.trackNumber == 3)
    #expect(result.appleMusic?.durationInMillis == nil)
    #expect(result.appleMusic?.discNumber == 10)
    #expect(result.musicbrainz?.map(\.score) == [99, 98])
    #expect(result.musicbrainz?.map(\.id) == ["", "5"])
  }

  @Test(
    arguments: [
      ("\"85\"", 85, 85.0, nil), ("85", 85, 85, true), ("8.9", 8, 8.9, true),
      ("true", 1, nil, true),
      ("\" 1e2 \"", 100, 100, nil), ("\"off\"", nil, nil, false), ("\"\"", nil, nil, false),
      ("\"0x1A\"", nil, nil, nil), ("\"nan\"", nil, nil, nil), ("1e300", nil, 1e300, true),
      ("-0.5", 0, -0.5, true), ("[]", nil, nil, nil), ("{}", nil, nil, nil),
      ("null", nil, nil, nil),
    ] as [(String, Int?, Double?, Bool?)])
  func scalarsMeanWhatTheySay(json: String, int: Int?, double: Double?, bool: Bool?) throws {
    let value = try #require(JSONValue(parsing: Data(json.utf8)))
    #expect(value.coercedInt == int)
    #expect(value.coercedDouble == double)
    #expect(value.coercedBool == bool)
  }

  @Test("Row 107. What has no name here is in extras, and the whole in rawResponse")
  func extras() async throws {
    let result = try await recognize(
      """
      {"timecode":"00:01","artist":"A","album":[2],"new":{"deep":[1,2.5,"x",null,true]},
       "spotify":{"uri":"u","fresh":7}}
      """)
    #expect(Set(result.extras.keys) == ["new", "album"])
    let new = try #require(result.extras["new"]?.value as? [String: Any])
    let deep = try #require(new["deep"] as? [Any])
    #expect(deep[0] as? Int == 1)
    #expect(deep[1] as? Double == 2.5)
    #expect(deep[2] as? String == "x")
    #expect(deep[3] is NSNull)
    #expect(deep[4] as? Bool == true)
    #expect(result.spotify?.extras["fresh"]?.value as? Int == 7)
    let raw = try #require(result.rawResponse.value as? [String: Any])
    #expect(Set(raw.keys) == ["timecode", "artist", "album", "new", "spotify"])
    // A result can be stored and read again.
    let again = try JSONDecoder().decode(
      RecognitionResult.self, from: JSONEncoder().encode(result.rawResponse))
    #expect(again == result)
  }

  @Test func anyCodableHoldsWhatItIsGiven() throws {
    let value = AnyCodable(["a": [1, 2.5, "x", true] as [Any], "b": NSNull(), "c": UInt64.max])
    let json = try JSONEncoder().encode(value)
    let read = try JSONDecoder().decode(AnyCodable.self, from: json)
    #expect(read == value)
    #expect((read.value as? [String: Any])?["c"] as? String == "18446744073709551615")
    #expect(AnyCodable(AnyCodable(3)).value as? Int == 3)
  }
}
