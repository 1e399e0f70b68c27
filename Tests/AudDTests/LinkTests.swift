import AudD
import Foundation
import Testing

struct LinkTests {
  private func result(_ json: String) throws -> RecognitionResult {
    try JSONDecoder().decode(RecognitionResult.self, from: Data(json.utf8))
  }

  /// A service, the answer's fields, and the address expected.
  static let addresses: [(StreamingProvider, String, String?)] = [
    (
      .appleMusic, #""apple_music":{"url":"https://am"},"song_link":"https://lis.tn/x""#,
      "https://am"
    ),
    (
      .appleMusic, #""apple_music":{"url":""},"song_link":"https://lis.tn/x""#,
      "https://lis.tn/x?apple_music"
    ),
    (
      .spotify, #""spotify":{"uri":"spotify:t","external_urls":{"spotify":"https://sp"}}"#,
      "https://sp"
    ),
    (.spotify, #""spotify":{"uri":"spotify:t"},"song_link":"https://lis.tn/x""#, "spotify:t"),
    (.spotify, #""spotify":{"uri":""},"song_link":"https://lis.tn/x""#, "https://lis.tn/x?spotify"),
    (.deezer, #""deezer":{"link":"https://dz"}"#, "https://dz"),
    (.napster, #""napster":{"href":"https://np"}"#, "https://np"),
    (
      .napster, #""napster":{"href":5},"song_link":"https://lis.tn/x?y=1""#,
      "https://lis.tn/x?y=1&napster"
    ),
    (.youtube, #""song_link":"https://lis.tn/x""#, "https://lis.tn/x?youtube"),
    (.youtube, #""song_link":"https://youtu.be/x""#, nil),
    (.deezer, #""song_link":"https://not-lis.tn/x""#, nil),
    (.deezer, #""song_link":"https://lis.tn.evil/x""#, nil),
    (.deezer, #""song_link":"""#, nil), (.deezer, #""title":"x""#, nil),
  ]

  @Test(
    "Row 108. A service's own address comes before the redirect, and no address is nil",
    arguments: addresses)
  func streamingURL(provider: StreamingProvider, fields: String, expected: String?) throws {
    let result = try result("{\(fields)}")
    #expect(result.streamingUrl(provider) == expected)
    #expect(result.streamingUrls()[provider] == expected)
  }

  @Test("Row 108. The cover is behind the song's page, for pages that have one")
  func thumbnail() throws {
    #expect(
      try result(#"{"song_link":"https://lis.tn/x"}"#).thumbnailURL == "https://lis.tn/x?thumb")
    #expect(try result(#"{"song_link":"https://youtu.be/x"}"#).thumbnailURL == nil)
    #expect(try result("{}").thumbnailURL == nil)
    #expect(try result(#"{"song_link":"https://lis.tn/x"}"#).streamingUrls().count == 5)
  }

  @Test("Row 108. The preview is Apple's, else Spotify's, else Deezer's")
  func preview() throws {
    let apple = #""apple_music":{"previews":[{"url":"a"}]}"#
    let spotify = #""spotify":{"preview_url":"s"}"#
    let deezer = #""deezer":{"preview":"d"}"#
    #expect(try result("{\(apple),\(spotify),\(deezer)}").previewUrl() == "a")
    #expect(try result("{\(spotify),\(deezer)}").previewUrl() == "s")
    #expect(try result(#"{"apple_music":{"previews":[]},\#(deezer)}"#).previewUrl() == "d")
    #expect(
      try result(#"{"apple_music":{"previews":3},"spotify":{"preview_url":""}}"#).previewUrl()
        == nil)
  }

  @Test func aMatchInALongFileHasRedirectsOnly() throws {
    let match = try JSONDecoder().decode(
      EnterpriseMatch.self,
      from: Data(#"{"score":81,"song_link":"https://lis.tn/x","deezer":{"link":"d"}}"#.utf8))
    #expect(match.streamingUrl(.deezer) == "https://lis.tn/x?deezer")
    #expect(match.streamingUrls().count == 5)
    #expect(match.thumbnailURL == "https://lis.tn/x?thumb")
  }
}
