import AudD
import Foundation
import HTTPTestSupport
import SoundRecognition
import SoundSignal
import Synchronization
import Testing

@testable import AudDRecognition

struct AudDRecognizerTests {
  private final class Clock: Sendable {
    private let seconds = Mutex(0.0)
    var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }
    func advance(by time: Double) { seconds.withLock { $0 += time } }
  }

  private let clock = Clock()
  private let script = ScriptedAudD()

  private func recognizer(
    services: [String] = [], onPause: (@Sendable (AudDRecognizer.Pause) -> Void)? = nil
  ) throws -> AudDRecognizer {
    let client = try AudD(
      apiToken: "tok", maxRetries: 1, apiBase: script.apiBase, enterpriseBase: script.enterpriseBase
    )
    return AudDRecognizer(
      client: client, services: services, market: nil, now: { [clock] in clock.now },
      onPause: onPause)
  }

  /// Twenty seconds of sound, with their signature.
  private static let music = Result {
    let samples = (0..<320_000).map { (index: Int) -> Float in
      0.3 * Float(sin(Double(index) * Double(index % 7919) * 1e-4))
    }
    let buffer = try PCMBuffer(samples, sampleRate: 16_000)
    let generator = SignatureGenerator()
    try generator.append(buffer, at: nil)
    return (buffer, generator.signature())
  }

  private func excerpt(withSamples: Bool = true) throws -> MusicExcerpt {
    let (buffer, signature) = try AudDRecognizerTests.music.get()
    let start = StreamTime(frame: 0, sampleRate: 16_000)
    return MusicExcerpt(
      signature: signature, timeRange: StreamTimeRange(start: start, frameCount: 320_000),
      samples: withSamples ? buffer : nil)
  }

  @Test func theMusicGoesOutAsAShortClipAndComesBackAsAnItem() async throws {
    let recognizer = try recognizer(services: ["apple_music", "spotify"])
    let items = try await recognizer.recognize(excerpt())
    let item = try #require(items.first)
    #expect(items.count == 1)
    #expect(item[.title] as? String == "Loop")
    #expect(item[.artist] as? String == "The Testers")
    #expect(item[.album] as? String == "Around")
    #expect(item[.ISRC] as? String == "XX0000000001")
    #expect(item[.explicitContent] as? Bool == false)
    #expect(item[.genres] as? [String] == ["Test"])
    #expect((item[.webURL] as? URL)?.absoluteString == "https://lis.tn/Loop")
    #expect((item[.artworkURL] as? URL)?.absoluteString == "https://art.apple.com/600x600.jpg")
    #expect((item[.appleMusicURL] as? URL)?.absoluteString == "https://music.apple.com/loop")
    #expect((item[.previewURL] as? URL)?.absoluteString == "https://preview.apple.com/loop")
    #expect((item[.streamingLinks] as? [String: Any])?.count == 5)
    #expect(item.matchOffset == 56)
    #expect(item.confidence == 1)
    let request = try #require(script.requests("recognize").first)
    #expect(request.fields["return"] == "apple_music,spotify")
    let file = try #require(request.file?.content)
    let expectedLength = 44 + 12 * 16_000 * 2
    #expect(file.count == expectedLength)
    #expect(String(decoding: file[0..<4], as: UTF8.self) == "RIFF")
    // What is stored of it can be read again.
    _ = try item.dataRepresentation
  }

  @Test func nothingRecognizedIsNoItem() async throws {
    script.result("null", for: "recognize")
    #expect(try await recognizer().recognize(excerpt()).isEmpty)
  }

  @Test func withoutSamplesNothingIsSent() async throws {
    let recognizer = try recognizer()
    await #expect(throws: RecognitionError.self) {
      try await recognizer.recognize(excerpt(withSamples: false))
    }
    #expect(script.requests.isEmpty)
    #expect(recognizer.needsSamples && recognizer.maximumDuration == 12)
  }

  @Test func tooManyRequestsPauseLongerEachTime() async throws {
    let pauses = Mutex<[AudDRecognizer.Pause]>([])
    let recognizer = try recognizer { pause in pauses.withLock { $0.append(pause) } }
    script.always(ScriptedAudD.refusal(611), for: "recognize")
    let excerpt = try excerpt()
    for minutes in [1.0, 2, 4, 8, 16, 32, 60, 60] {
      let asked = script.requests.count
      for _ in 0..<3 {
        await #expect(throws: RecognitionError.self) { try await recognizer.recognize(excerpt) }
      }
      #expect(script.requests.count == asked + 1, "asked in the pause")
      let pause = try #require(recognizer.pause)
      #expect(pause.end == clock.now.addingTimeInterval(minutes * 60))
      #expect(pause.reason.kind == .rateLimit)
      clock.advance(by: minutes * 60)
      #expect(recognizer.pause == nil)
    }
    #expect(pauses.withLock { $0.count } == 8, "told once for each pause")
    // An answer makes up for all that.
    script.always(nil, for: "recognize")
    #expect(try await recognizer.recognize(excerpt).count == 1)
    script.always(ScriptedAudD.refusal(611), for: "recognize")
    await #expect(throws: RecognitionError.self) { try await recognizer.recognize(excerpt) }
    #expect(recognizer.pause?.end == clock.now.addingTimeInterval(60))
  }

  @Test func aUsedUpPlanIsLeftAloneForAnHour() async throws {
    let recognizer = try recognizer()
    script.always(ScriptedAudD.refusal(902), for: "recognize")
    let excerpt = try excerpt()
    await #expect(throws: RecognitionError.self) { try await recognizer.recognize(excerpt) }
    clock.advance(by: 3599)
    #expect(recognizer.pause?.reason.kind == .quota)
    clock.advance(by: 1)
    #expect(recognizer.pause == nil)
  }

  @Test(arguments: [900, 901, 903, 904, 905, 19, 31337, 20])
  func whatOnlyAPersonCanMendPausesForGood(code: Int) async throws {
    let recognizer = try recognizer()
    script.inject(ScriptedAudD.refusal(code), into: "recognize")
    let excerpt = try excerpt()
    await #expect(throws: RecognitionError.self) { try await recognizer.recognize(excerpt) }
    clock.advance(by: 1e6)
    #expect(recognizer.pause != nil)
    #expect(recognizer.pause?.end == nil)
    recognizer.resume()
    #expect(try await recognizer.recognize(excerpt).count == 1)
  }

  @Test(arguments: [300, 500, 700, 907, 100])
  func whatIsWrongWithOneClipIsNoPause(code: Int) async throws {
    let recognizer = try recognizer()
    script.inject(ScriptedAudD.refusal(code), into: "recognize")
    let excerpt = try excerpt()
    await #expect(throws: RecognitionError.self) { try await recognizer.recognize(excerpt) }
    #expect(recognizer.pause == nil)
    #expect(try await recognizer.recognize(excerpt).count == 1)
  }

  @Test func cancellingIsNoFailure() async throws {
    script.always(.silence, for: "recognize")
    let recognizer = try recognizer()
    let excerpt = try excerpt()
    let task = Task { try await recognizer.recognize(excerpt) }
    #expect(await script.server.log.wait { $0.requests.count == 1 })
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(recognizer.pause == nil)
  }
}
