import AudD
import Foundation
import Testing

struct CallbackTests {
  private func parse(_ json: String) async throws -> CallbackEvent {
    try await AudD(apiToken: "tok").streams.parseCallback(Data(json.utf8))
  }

  static let match = """
    {"status":"success","result":{"radio_id":7,"timestamp":"2020-04-13 10:31:43","play_length":111,
     "more":1,"results":[{"artist":"A","title":"T","album":"L","release_date":"2020","label":"B",
     "score":100,"song_link":"https://lis.tn/x","isrc":"i","upc":"u","spotify":{"uri":"s"}},
     {"artist":"C","title":"D","score":"80"}]},"outer":2}
    """
  static let notification = """
    {"status":"-","notification":{"radio_id":3,"stream_running":false,"notification_code":650,
     "notification_message":"can't connect","more":1},"time":1587939136}
    """

  @Test("Row 113. A match has its song, the others, and the whole body")
  func match() async throws {
    guard case .match(let match) = try await parse(CallbackTests.match) else {
      Issue.record("no match")
      return
    }
    #expect(match.radioID == 7)
    #expect(match.timestamp == "2020-04-13 10:31:43")
    #expect(match.playLength == 111)
    #expect(match.song.artist == "A" && match.song.title == "T" && match.song.score == 100)
    #expect(match.song.isrc == "i" && match.song.upc == "u" && match.song.spotify?.uri == "s")
    #expect(match.alternatives.map(\.title) == ["D"])
    #expect(match.alternatives.map(\.score) == [80])
    #expect(match.extras["more"]?.value as? Int == 1)
    let raw = try #require(match.rawResponse.value as? [String: Any])
    #expect(raw["outer"] as? Int == 2)
  }

  @Test("Row 113. A notification is told by its key, before a result", arguments: [false, true])
  func notification(withResult: Bool) async throws {
    let extra = withResult ? #","result":{"results":[{"artist":"A"}]}}"# : "}"
    let event = try await parse(CallbackTests.notification.dropLast() + extra)
    guard case .notification(let notification) = event else {
      Issue.record("no notification")
      return
    }
    #expect(notification.radioID == 3)
    #expect(notification.streamRunning == false)
    #expect(notification.notificationCode == 650)
    #expect(notification.notificationMessage == "can't connect")
    #expect(notification.time == 1_587_939_136)
    #expect(notification.extras["more"]?.value as? Int == 1)
  }

  @Test func wrongScalarsAreNoError() async throws {
    let odd =
      #"{"result":{"radio_id":"7","timestamp":5,"play_length":"x","results":[{"score":true}]}}"#
    guard case .match(let match) = try await parse(odd) else { return }
    #expect(match.radioID == 7 && match.timestamp == "5" && match.playLength == nil)
    #expect(match.song.score == 1 && match.song.artist == "")
  }

  @Test(
    "Row 113. Anything else is unreadable",
    arguments: [
      "", "no JSON", "[]", "3", "{}", #"{"status":"success"}"#, #"{"result":null}"#,
      #"{"result":[]}"#, #"{"result":{"results":[]}}"#, #"{"result":{"results":["x"]}}"#,
      #"{"result":{}}"#, #"{"notification":null}"#, #"{"notification":"x"}"#,
    ])
  func unreadable(json: String) async throws {
    let error = await failure { try await parse(json) }
    #expect(error.caseName == "serializationError", "\(String(describing: error))")
  }
}
