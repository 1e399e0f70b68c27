#if MediaFiles
  import Foundation
  import HTTPTestSupport
  import SoundSignal
  import Testing

  @testable import SoundFiles

  @Suite(.enabled(if: TestMedia.hasFFmpeg)) struct RadioSourceTests {
    private static let interval = 4000

    /// What a station sends: an MP3 file with a block of metadata after every 4000 bytes.
    private func answer(titles: [Int: [UInt8]], bytes: [UInt8]) -> Answer {
      var body: [UInt8] = []
      for (index, start) in stride(from: 0, to: bytes.count, by: Self.interval).enumerated() {
        let piece = bytes[start..<min(start + Self.interval, bytes.count)]
        body += piece
        guard piece.count == Self.interval else { break }
        var block: [UInt8] = []
        if let title = titles[index] {
          block = Array("StreamTitle='".utf8) + title + Array("';".utf8)
        }
        let length = (block.count + 15) / 16
        body.append(UInt8(length))
        body += block + [UInt8](repeating: 0, count: length * 16 - block.count)
      }
      return Answer.content(body, type: "audio/mpeg").with(header: "icy-name", "Test FM")
        .with(header: "icy-metaint", "\(Self.interval)")
    }

    private func listen(
      _ source: RadioSource
    ) throws -> (frameCount: Int64, titles: [(title: String, position: Int64)]) {
      var buffer = PCMBuffer(format: source.format)
      var titles: [(String, Int64)] = []
      var frameCount: Int64 = 0
      // The server hangs up at the end, which is a broken connection to a listener.
      while let position = try? source.read(into: &buffer) {
        frameCount = position + Int64(buffer.frameCount)
        for case .title(let title, let place) in source.takeEvents() {
          titles.append((title, place))
        }
      }
      return (frameCount, titles)
    }

    @Test func titlesComeWhereTheStationPutsThem() throws {
      let bytes = try TestMedia.bytes("plain.mp3")
      let server = LoopbackServer([
        "/live": answer(
          titles: [
            0: Array("One - Two".utf8), 10: Array("One - Two".utf8), 15: Array("Ünï - Zwölf".utf8),
          ], bytes: bytes)
      ])
      let source = try RadioSource(server.address("/live"))
      #expect(source.metadata["icy-name"] == "Test FM")
      let (frameCount, titles) = try listen(source)
      #expect(abs(frameCount - Int64(TestMedia.frameCount)) < 4000)
      // What is repeated is told once.
      try #require(titles.map(\.title) == ["One - Two", "Ünï - Zwölf"])
      #expect(titles[0].position == 0)
      // The sixteenth block of 4000 bytes ends at 64,000 bytes, with 24,000 bytes a second.
      let expected = 64_000.0 / 24_000
      let seconds = Double(titles[1].position) / 48_000
      // FFmpeg reads ahead in pieces of 32 kilobytes, which are 1.4 s here.
      #expect(abs(seconds - expected) < 1.4, "\(seconds) instead of \(expected)")
    }

    @Test func lettersOfOldStationsAreUnderstood() throws {
      let server = LoopbackServer([
        "/live": answer(
          titles: [0: [0x42, 0x6A, 0xF6, 0x72, 0x6B]],
          bytes: try TestMedia.bytes("plain.mp3"))
      ])
      #expect(try listen(RadioSource(server.address("/live"))).titles.map(\.title) == ["Björk"])
    }

    @Test func theCommentsOfAnOggStreamAreATitle() throws {
      let path = TestMedia.path("titled.ogg")
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try #require(TestMedia.ffmpeg))
      process.arguments = [
        "-v", "error", "-nostdin", "-y", "-i", TestMedia.file("s16.wav"), "-c:a", "libvorbis",
        "-metadata", "artist=Ada", "-metadata", "title=Engine", path,
      ]
      try process.run()
      process.waitUntilExit()
      let content = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let server = LoopbackServer(["/live.ogg": .chunks(content, type: "application/ogg")])
      let titles = try listen(RadioSource(server.address("/live.ogg"))).titles
      #expect(titles.map(\.title) == ["Ada - Engine"])
    }

    @Test func tagsBecomeATitle() {
      #expect(stationTitle(in: ["streamtitle": "", "title": "x"])?.isEmpty == true)
      #expect(stationTitle(in: ["title": "b", "artist": "a"]) == "a - b")
      #expect(stationTitle(in: ["title": "b"]) == "b")
      #expect(stationTitle(in: ["artist": "a"]) == nil)
    }
  }
#endif
