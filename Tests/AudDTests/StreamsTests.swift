import Foundation
import HTTPTestSupport
import Testing

@testable import AudD

struct StreamsTests {
  @Test("Row 111. The calls for streams are urlencoded posts to addresses with a slash at the end")
  func changes() async throws {
    let script = ScriptedAudD()
    let audd = try script.client()
    let radioID: Int64 = 7
    try await audd.streams.setCallbackURL("https://host/callback?x=1")
    #expect(try await audd.streams.getCallbackURL() == "https://host/callback?x=1")
    try await audd.streams.add(url: "https://radio/a b?x=ü&y=+", radioID: radioID)
    try await audd.streams.add(url: "twitch:channel", radioID: UInt8(8), callbacks: "before")
    try await audd.streams.setURL(radioID: radioID, url: "https://radio/new")
    let streams = try await audd.streams.list()
    #expect(streams.map(\.radioID) == [7, 8])
    #expect(streams.map(\.url) == ["https://radio/new", "twitch:channel"])
    #expect(streams.map(\.streamRunning) == [true, true])
    #expect(streams[0].longpollCategory == "000000007")
    try await audd.streams.delete(radioID: 7)
    #expect(try await audd.streams.list().map(\.radioID) == [8])
    let error = await failure { try await audd.streams.delete(radioID: 7) }
    #expect(error.detail?.kind == .invalidRequest)

    #expect(script.requests.allSatisfy { $0.method == "POST" && $0.path.hasSuffix("/") })
    #expect(
      script.requests.allSatisfy {
        $0.header("Content-Type") == "application/x-www-form-urlencoded"
      })
    #expect(
      script.requests.map(\.path) == [
        "/setCallbackUrl/", "/getCallbackUrl/", "/addStream/", "/addStream/", "/setStreamUrl/",
        "/getStreams/", "/deleteStream/", "/getStreams/", "/deleteStream/",
      ])
    let added = script.requests("addStream").map(\.fields)
    #expect(
      added == [
        ["url": "https://radio/a b?x=ü&y=+", "radio_id": "7", "api_token": "tok"],
        ["url": "twitch:channel", "radio_id": "8", "callbacks": "before", "api_token": "tok"],
      ])
  }

  @Test func noMoreStreamsThanSlots() async throws {
    let script = ScriptedAudD(streamSlots: 1)
    let audd = try script.client()
    try await audd.streams.add(url: "https://radio/a", radioID: 1)
    let error = await failure { try await audd.streams.add(url: "https://radio/b", radioID: 2) }
    #expect(error.detail?.kind == .streamLimit)
    #expect(error.detail?.errorCode == 610)
  }

  @Test(
    "Row 112. The services become a parameter of the callback URL, once",
    arguments: [
      ("https://h/cb", "https://h/cb?return=apple_music,spotify"),
      ("https://h/cb?x=1%20y", "https://h/cb?x=1%20y&return=apple_music,spotify"),
      ("http://h:8080/cb/?", "http://h:8080/cb/?return=apple_music,spotify"),
      ("https://h/cb?returned=1#top", "https://h/cb?returned=1&return=apple_music,spotify#top"),
      ("https://h/cb?return=deezer", nil), ("https://h/cb?a=b&return", nil),
    ] as [(String, String?)])
  func returnInCallbackURL(address: String, expected: String?) async throws {
    let script = ScriptedAudD()
    let audd = try script.client()
    let services = ["apple_music", "spotify"]
    let error = await failure {
      try await audd.streams.setCallbackURL(address, returnMetadata: services)
    }
    #expect(script.callbackURL == expected)
    #expect((error == nil) == (expected != nil))
    if expected == nil {
      #expect(error.detail?.kind == .invalidRequest)
      #expect(error.detail?.errorCode == 0)
      #expect(script.requests.isEmpty)
    }
    // Without services, the address is nobody's business but the caller's.
    try await audd.streams.setCallbackURL(address)
    #expect(script.callbackURL == address)
  }

  @Test(arguments: ["", "nonsense", "ftp://h/cb", "https://"])
  func whatIsNoAddressIsRefused(address: String) async throws {
    let audd = try ScriptedAudD().client()
    let error = await failure {
      try await audd.streams.setCallbackURL(address, returnMetadata: ["deezer"])
    }
    #expect(error.caseName == "invalidArgument")
  }

  @Test(
    "Row 114. The category is nine digits of a double MD5",
    arguments: [
      ("test", 1, "de4b8e91c"), ("test", 42, "194a4f3c2"), ("your-api-token", 1, "c171cd118"),
      ("tok", 7, "5efb530db"), ("abc", -3, "08c6829bd"), ("tok", Int.max, "d7ed3fb84"),
    ])
  func longpollCategory(token: String, radioID: Int, category: String) async throws {
    let audd = try AudD(apiToken: token)
    #expect(await audd.streams.deriveLongpollCategory(radioID: radioID) == category)
    #expect(await audd.streams.deriveLongpollCategory(radioID: Int64(radioID)) == category)
  }

  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "d174ab98d277d9f5a5611c2c9f419d9f"
    ),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func theDigestsOfTheStandard(text: String, digest: String) {
    // The test suite of RFC 1321, appendix A.5.
    #expect(MD5.hexadecimal(text) == digest)
  }
}
