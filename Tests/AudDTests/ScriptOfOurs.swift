import Foundation

@testable import AudD

/// The script of OfficialClient/script.py with our client.
struct ScriptOfOurs {
  let audd: AudD

  func run(refusals: Int) async throws -> [JSONValue] {
    var seen: [JSONValue] = []
    func say(_ name: String, _ call: () async throws -> Any) async {
      do {
        seen.append(JSONValue(erased: [name: try await call()]))
      } catch {
        seen.append(JSONValue(erased: [name: ScriptOfOurs.failed(error)]))
      }
    }
    let streams = await audd.streams
    let address = "https://audd.tech/example.mp3"
    await say("address") {
      song(try await audd.recognize(address, return: ["apple_music", "spotify"], market: "GB"))
    }
    await say("bytes") { song(try await audd.recognize(.data(clip))) }
    await say("nothing") { song(try await audd.recognize("https://audd.tech/nothing.mp3")) }
    await say("own") { song(try await audd.recognize("https://audd.tech/own-catalog.mp3")) }
    await say("long") {
      // Theirs asks for accurate offsets unless told otherwise.
      try await audd.recognizeEnterprise(
        .data(clip), skip: 4, every: 1, limit: 2, skipFirstSeconds: 3, accurateOffsets: true
      ).map(match)
    }
    await say("no callback") { try await streams.getCallbackURL() }
    await say("set callback") {
      try await streams.setCallbackURL(
        "https://h/cb?x=1", returnMetadata: ["apple_music", "spotify"])
      return NSNull()
    }
    await say("callback") { try await streams.getCallbackURL() }
    await say("add") {
      try await streams.add(url: "https://radio/a b?c=d&e", radioID: 7)
      return NSNull()
    }
    await say("add before") {
      try await streams.add(url: "twitch:channel", radioID: 8, callbacks: "before")
      return NSNull()
    }
    await say("set") {
      try await streams.setURL(radioID: 7, url: "https://radio/new")
      return NSNull()
    }
    await say("list") {
      try await streams.list().map { [$0.radioID, $0.url, $0.streamRunning] as [Any] }
    }
    await say("delete") {
      try await streams.delete(radioID: 8)
      return NSNull()
    }
    await say("category") { streams.deriveLongpollCategory(radioID: 7) }
    let poll = try await streams.longpoll(radioID: 7, options: LongpollOptions(timeout: 10))
    for await event in poll.matches {
      let found: [Any] = [
        event.radioID, event.playLength ?? NSNull(), event.song.title,
        event.alternatives.map(\.title),
      ]
      await say("match") { found }
      break
    }
    await poll.close()
    await say("upload") {
      try await audd.customCatalog.add(audioID: 42, source: .data(clip))
      return NSNull()
    }
    await say("lyrics") {
      try await audd.advanced.findLyrics("la la").map {
        [$0.lyrics ?? "", $0.songID ?? 0] as [Any]
      }
    }
    await say("raw") {
      try await audd.advanced.rawRequest(method: "getLinks", params: ["audd_id": "12345"])
    }
    for number in 0..<refusals {
      await say("refused \(number)") { song(try await audd.recognize(.data(clip))) }
    }
    await say("refused upload") {
      try await audd.customCatalog.add(audioID: 43, source: .data(clip))
      return NSNull()
    }
    return seen
  }

  private func song(_ result: RecognitionResult?) -> Any {
    guard let result else { return NSNull() }
    let links = result.streamingUrls().map { ($0.key.rawValue, $0.value) }
    let timecode = result.rawResponse.json.fields?["timecode"] == nil ? nil : result.timecode
    return [
      "artist": result.artist.orNull, "title": result.title.orNull, "timecode": timecode.orNull,
      "release_date": result.releaseDate.orNull, "audio_id": result.audioID.orNull,
      "custom": result.isCustomMatch, "thumbnail": result.thumbnailURL.orNull,
      "links": Dictionary(uniqueKeysWithValues: links), "preview": result.previewUrl().orNull,
      "track": (result.appleMusic?.trackNumber).orNull,
      "popularity": (result.spotify?.popularity).orNull,
    ]
  }

  private func match(_ value: EnterpriseMatch) -> [String: Any] {
    [
      "title": value.title.orNull, "score": value.score, "start_offset": value.startOffset.orNull,
      "start": value.startSeconds.orNull, "end": value.endSeconds.orNull,
    ]
  }

  private static func failed(_ error: any Error) -> [String: Any] {
    switch error as? AudDError {
    case .api(let detail) where detail.kind == .server:
      ["error": "server", "code": detail.errorCode, "status": detail.httpStatus]
    case .api(let detail):
      [
        "error": "\(detail.kind)", "code": detail.errorCode, "status": detail.httpStatus,
        "request": detail.requestID != nil, "branded": detail.brandedMessage.orNull,
        "params": detail.requestedParams,
      ]
    case .serverError(let status, _, _, _): ["error": "server", "code": 0, "status": status]
    case .serializationError: ["error": "AudDSerializationError"]
    default: ["error": "\(error)"]
    }
  }
}

extension Optional {
  fileprivate var orNull: Any { self ?? NSNull() as Any }
}
