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

    /// Where the frames of an MP3 file begin.
    private func frameStarts(of bytes: [UInt8]) throws -> [Int] {
      // MPEG 1, layer 3, in kilobits per second.
      let rates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
      var starts: [Int] = []
      var place = 0
      while place + 4 <= bytes.count {
        try #require(bytes[place] == 0xFF && bytes[place + 1] & 0xFE == 0xFA, "at \(place)")
        starts.append(place)
        let rate = rates[Int(bytes[place + 2] >> 4)]
        place += 144 * rate * 1000 / 48_000 + Int(bytes[place + 2] >> 1 & 1)
      }
      return starts
    }

    @Test(arguments: [false, true])
    func titlesComeAtTheFramesThatTheStationPutsThemInto(isOldStation: Bool) throws {
      let bytes = try TestMedia.bytes("plain.mp3")
      let answer = answer(
        titles: [
          0: Array("One - Two".utf8), 3: Array("One - Two".utf8), 10: Array("Drei".utf8),
          15: Array("Ünï - Zwölf".utf8),
        ], bytes: bytes)
      let server = LoopbackServer(["/live": isOldStation ? answer.fromOldStation() : answer])
      let source = try RadioSource(server.address("/live"))
      #expect(source.metadata["icy-name"] == "Test FM")
      let (frameCount, titles) = try listen(source)
      #expect(abs(frameCount - Int64(TestMedia.frameCount)) < 4000)
      // What is repeated is told once.
      try #require(titles.map(\.title) == ["One - Two", "Drei", "Ünï - Zwölf"])
      // The first block tells what is on since before the connection.
      #expect(titles[0].position == 0)
      let starts = try frameStarts(of: bytes)
      for (index, block) in [(1, 10), (2, 15)] {
        let offset = (block + 1) * Self.interval
        let frame = try #require(starts.lastIndex { $0 <= offset })
        #expect(titles[index].position == Int64(frame * 1152))
      }
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
