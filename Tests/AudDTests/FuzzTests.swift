import Foundation
import Synchronization
import Testing

@testable import AudD
import struct AudD.Stream

struct FuzzTests {
  /// Bodies of all kinds, with what reads them.
  private static let seeds: [String] = [
    """
    {"status":"success","result":{"timecode":"00:56","artist":"A","title":"T","album":"L",
    "release_date":"2020-02-02","audio_id":3,"song_link":"https://lis.tn/x","apple_music":{"url":"u",
    "trackNumber":3,"previews":[{"url":"p"}]},"spotify":{"uri":"s","explicit":false,"popularity":5,
    "external_urls":{"spotify":"e"}},"musicbrainz":[{"id":"m","score":"99","length":18.5}]}}
    """,
    """
    {"status":"success","result":[{"songs":[{"score":81,"artist":"A","title":"T","timecode":"00:57",
    "start_offset":420,"end_offset":11000}],"offset":"00:12"}],"execution_time":"1ms"}
    """,
    #"{"status":"success","result":[{"radio_id":7,"url":"x","stream_running":true}]}"#,
    CallbackTests.match, CallbackTests.notification,
    """
    {"status":"error","error":{"error_code":900,"error_message":"wrong"},"request_params":
    {"api_token":"d***e"},"request_api_method":"recognize","result":{"artist":"A","title":"B"}}
    """,
    #"{"status":"error","error":{"error_code":51,"error_message":"old"},"result":{"title":"T"}}"#,
    #"{"status":"success","result":null}"#,
  ]

  /// Everything that reads an answer, one after the other.
  ///
  /// - Returns: an error that no caller could expect.
  private static func read(_ body: Data, status: Int) -> (any Error)? {
    let answer = HTTPAnswer(status: status, requestID: nil, data: body)
    let envelope = Envelope(answer: answer, token: "0123456789")
    do {
      let result = try envelope.success()["result"] ?? .null
      _ = RecognitionResult(value: result).map { ($0.streamingUrls(), $0.previewUrl(), "\($0)") }
      for element in result.elements ?? [] {
        _ = EnterpriseChunk(value: element)?.songs.map { $0.streamingUrls() }
        _ = Stream(value: element)
        _ = LyricsResult(value: element)
      }
    } catch is AudDError {
    } catch {
      return error
    }
    do {
      _ = try LongpollPoller.Answer(envelope: envelope)
    } catch is AudDError {
    } catch {
      return error
    }
    return nil
  }

  @Test(.timeLimit(.minutes(10)))
  func aHundredThousandMutatedBodiesCrashNothing() async throws {
    _ = Logged.lines
    let seeds = FuzzTests.seeds.map { Array($0.utf8) }
    // On a thread of its own, so that tests that wait for something need not wait for this.
    let strange = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var random = Mutations(seed: 1)
        var strange: [String] = []
        for _ in 0..<100_000 {
          let body = random.mutate(seeds[Int(random.next() % UInt64(seeds.count))])
          let status = [200, 200, 200, 404, 429, 500][Int(random.next() % 6)]
          if let error = FuzzTests.read(Data(body), status: status) { strange.append("\(error)") }
        }
        continuation.resume(returning: strange)
      }
    }
    #expect(strange.isEmpty)
  }

  @Test func noScalarOfTheWrongTypeMakesASuccessThrow() throws {
    var random = Mutations(seed: 7)
    let successes = FuzzTests.seeds.filter { $0.contains(#""status":"success""#) }
    var checked = 0
    for _ in 0..<1000 {
      for seed in successes {
        let value = try #require(JSONValue(parsing: Data(seed.utf8)))
        // The envelope stays; anything below may be any scalar.
        guard var fields = value.fields, let result = fields["result"] else { continue }
        fields["result"] = random.replaceScalars(in: result)
        let body = try JSONEncoder().encode(JSONValue.object(fields))
        let answer = HTTPAnswer(status: 200, requestID: nil, data: body)
        let envelope = Envelope(answer: answer, token: nil)
        let read = try envelope.success()["result"] ?? .null
        _ = RecognitionResult(value: read)
        for element in read.elements ?? [] {
          _ = EnterpriseChunk(value: element)
          _ = Stream(value: element)
        }
        checked += 1
      }
    }
    #expect(checked == 1000 * successes.count)
  }

  @Test(arguments: ["{\"a\":", "[", "{\"status\":\"success\",\"result\":"])
  func depthIsNoDanger(opening: String) {
    let deep = Data(String(repeating: opening, count: 100_000).utf8)
    #expect(FuzzTests.read(deep, status: 200) == nil)
  }
}

/// Damages bodies, always in the same way for the same seed.
private struct Mutations: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  /// SplitMix64 (Steele, Lea, Flood 2014).
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  private static let pieces = [
    "null", "true", "-0", "1e999", "9223372036854775808", "0.1e-400", "\"\"", "[]", "{}", "\\u0000",
    "\\ud800", "\"", "}", "]", ",", ":", "\u{FEFF}", "[[[[", "{\"a\":", "\"result\":", "NaN", "0x1",
  ].map { Array($0.utf8) }

  mutating func mutate(_ body: [UInt8]) -> [UInt8] {
    var body = body
    for _ in 0...Int.random(in: 0...3, using: &self) {
      guard !body.isEmpty else { break }
      let place = Int.random(in: 0..<body.count, using: &self)
      switch UInt8.random(in: 0...5, using: &self) {
      case 0: body[place] = UInt8.random(in: 0...255, using: &self)
      case 1: body.remove(at: place)
      case 2: body.insert(UInt8.random(in: 0...255, using: &self), at: place)
      case 3: body.removeLast(body.count - place)
      case 4:
        let end = min(body.count, place + Int.random(in: 0...20, using: &self))
        let piece = Mutations.pieces.randomElement(using: &self) ?? []
        body.replaceSubrange(place..<end, with: piece)
      default:
        let end = min(body.count, place + Int.random(in: 0...40, using: &self))
        body.insert(contentsOf: body[place..<end], at: place)
      }
    }
    return body
  }

  mutating func replaceScalars(in value: JSONValue) -> JSONValue {
    switch value {
    case .object(let fields):
      var changed: [String: JSONValue] = [:]
      for key in fields.keys.sorted() { changed[key] = replaceScalars(in: fields[key] ?? .null) }
      return .object(changed)
    case .array(let elements):
      return .array(elements.map { replaceScalars(in: $0) })
    default:
      let scalars: [JSONValue] = [
        value, .null, .bool(true), .integer(.min), .integer(85), .number(8.9), .number(-1e300),
        .string("85"), .string(""), .string("x"), .string("1e400"), .string("99:99:99:1e308"),
      ]
      return scalars.randomElement(using: &self) ?? .null
    }
  }
}
