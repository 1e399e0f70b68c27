import AudD
import Foundation
import HTTPTestSupport
import Testing

struct RecognizeTests {
  @Test("Row 102. An address is a field, everything else a file with its name")
  func sources() async throws {
    let script = ScriptedAudD()
    let audd = try script.client()
    let file = try TemporaryFile(clip, name: "na\"me ü.mp3")
    defer { file.remove() }
    let address = "https://audd.tech/example.mp3?a=b&c=d"

    try await audd.recognize(address)
    try await audd.recognize(.file(file.url))
    try await audd.recognize(.data(clip))
    try await audd.recognize(.stream(InputStream(data: clip), name: "folder/clip.ogg"))
    try await audd.recognize(.stream(InputStream(data: clip)))

    let requests = script.requests("recognize")
    #expect(requests.allSatisfy { $0.method == "POST" && $0.path == "/" })
    #expect(requests.allSatisfy { $0.fields["api_token"] == "tok" })
    #expect(
      requests.allSatisfy { $0.header("Content-Type")?.hasPrefix("multipart/form-data") == true })
    // Not every server takes a body without a length.
    #expect(requests.allSatisfy { $0.header("Content-Length") == String($0.bodyLength) })
    #expect(requests.allSatisfy { $0.header("Transfer-Encoding") == nil })
    #expect(requests.allSatisfy { $0.header("User-Agent")?.hasPrefix("soundwatch") == true })
    #expect(requests.map { $0.fields["url"] } == [address, nil, nil, nil, nil])
    #expect(
      requests.map { $0.file?.filename }
        == [nil, "na%22me ü.mp3", "upload.bin", "clip.ogg", "upload.bin"])
    #expect(requests.dropFirst().allSatisfy { $0.file?.name == "file" })
    #expect(requests.dropFirst().allSatisfy { $0.file?.type == "application/octet-stream" })
    #expect(requests.dropFirst().allSatisfy { $0.file?.content == Array(clip) })
  }

  @Test func aFileIsReadAnewForEachAttemptAndAStreamOnce() async throws {
    let script = ScriptedAudD()
    let audd = try script.client()
    let file = try TemporaryFile(clip)
    defer { file.remove() }
    script.inject(.status(500), .status(502), into: "recognize")
    try await audd.recognize(.file(file.url))
    script.inject(.status(500), .status(502), into: "recognize")
    try await audd.recognize(.stream(InputStream(data: clip)))
    let contents = script.requests("recognize").map { $0.file?.content }
    #expect(contents.count == 6)
    #expect(contents.allSatisfy { $0 == Array(clip) })
  }

  @Test func whatIsNoSourceIsRefusedBeforeAnythingIsSent() async throws {
    let script = ScriptedAudD()
    let audd = try script.client()
    for text in ["", "not a url", "clip.mp3", "ftp://host/clip.mp3", "http://", "file:///tmp/a"] {
      let error = await failure { try await audd.recognize(text) }
      #expect(error.caseName == "invalidArgument", "\(text): \(String(describing: error))")
    }
    let folder = FileManager.default.temporaryDirectory
    let web = try #require(URL(string: "https://audd.tech/example.mp3"))
    for url in [folder, folder.appending(path: "no such file"), web] {
      let error = await failure { try await audd.recognize(.file(url)) }
      #expect(error.caseName == "invalidArgument", "\(url): \(String(describing: error))")
    }
    let missing = try #require(InputStream(fileAtPath: "/no/such/file"))
    let error = await failure { try await audd.recognize(.stream(missing)) }
    #expect(error.caseName == "unsupportedSource", "\(String(describing: error))")
    #expect(script.requests.isEmpty)
  }

  @Test("Row 103. A clip in which nothing is recognized gives nil")
  func noMatch() async throws {
    let script = ScriptedAudD()
    let audd = try script.client()
    #expect(try await audd.recognize("https://audd.tech/nothing.mp3") == nil)
    for result in ["null", "false", "[]", "\"\"", "0"] {
      script.result(result, for: "recognize")
      #expect(try await audd.recognize(.data(clip)) == nil, "\(result)")
    }
  }

  @Test("Row 104. A song of one's own catalog has its number and nothing else")
  func customMatch() async throws {
    let script = ScriptedAudD()
    let found = try await script.client().recognize("https://audd.tech/own-catalog.mp3")
    let result = try #require(found)
    #expect(result.isCustomMatch)
    #expect(!result.isPublicMatch)
    #expect(result.audioID == 146)
    #expect(result.timecode == "01:45")
    #expect(result.title == nil)
    let other = try #require(try await script.client().recognize("https://audd.tech/other.mp3"))
    #expect(other.isPublicMatch && !other.isCustomMatch)
    #expect(other.artist == "The Testers")
    #expect(other.releaseDate == "2020-02-02")
  }

  @Test("Row 105. Services are a list, the market a word, and both win over extra parameters")
  func parameters() async throws {
    let script = ScriptedAudD()
    let audd = try script.client()
    let services = ["apple_music", "spotify", "deezer", "napster", "musicbrainz"]
    let extra = ["return": "none", "market": "xx", "new": "1", "api_token": "stolen"]
    let found = try await audd.recognize(.data(clip), return: services, market: "GB")
    let result = try #require(found)
    #expect(result.appleMusic?.trackNumber == 3)
    #expect(result.spotify?.explicit == false)
    #expect(result.deezer?.id == 31)
    #expect(result.napster?.id == "tra.1")
    #expect(result.musicbrainz?.first?.score == 100)
    try await audd.recognize(.data(clip), returnMetadata: ["deezer"], extraParameters: extra)
    try await audd.recognize(.data(clip), market: "us", extraParameters: extra)
    try await audd.recognize("https://audd.tech/a.mp3", returnMetadata: ["deezer"], market: "fr")
    let sent = script.requests("recognize").map(\.fields)
    #expect(
      sent.map { $0["return"] } == [services.joined(separator: ","), "deezer", "none", "deezer"])
    #expect(sent.map { $0["market"] } == ["GB", "xx", "us", "fr"])
    #expect(sent.map { $0["new"] } == [nil, "1", "1", nil])
    #expect(sent.allSatisfy { $0["api_token"] == "tok" })
  }
}
