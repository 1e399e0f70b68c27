#if MediaFiles
  import Foundation
  import HTTPTestSupport
  import SoundFiles
  import SoundSignal
  import Testing

  @Suite(.enabled(if: TestMedia.hasFFmpeg, "the ffmpeg program is not installed"))
  struct NetworkTests {
    private func impatient(_ seconds: Double) -> MediaFileOptions {
      var options = MediaFileOptions()
      options.networkTimeout = seconds
      return options
    }

    private func error(_ address: String, options: MediaFileOptions) -> MediaFileError? {
      do throws(MediaFileError) {
        return Recording(try MediaFileSource(address, options: options)).error as? MediaFileError
      } catch {
        return error
      }
    }

    @Test(arguments: ["s16.wav", "a.mp3", "a.flac", "fast.m4a", "a.ogg"])
    func aFileOnAServerIsReadLikeALocalOne(name: String) throws {
      let bytes = try TestMedia.bytes(name)
      let server = LoopbackServer([
        "/file": .content(bytes, type: "application/octet-stream"),
        "/chunks": .chunks(bytes, type: "audio/mpeg"),
      ])
      let local = Recording(try MediaFileSource(TestMedia.file(name)))
      let remote = Recording(try MediaFileSource(server.address("/file"), options: impatient(5)))
      #expect(remote.error == nil)
      #expect(remote.channels == local.channels)
      let chunks = Recording(try MediaFileSource(server.address("/chunks"), options: impatient(5)))
      #expect(chunks.error == nil)
      #expect(chunks.frameCount >= TestMedia.frameCount)
    }

    @Test func aPlaylistIsFollowed() throws {
      var answers: [String: Answer] = [:]
      let list = try TestMedia.bytes("live.m3u8")
      answers["/live.m3u8"] = .content(list, type: "application/vnd.apple.mpegurl")
      for index in 0..<8 {
        guard let bytes = try? TestMedia.bytes("live\(index).ts") else { continue }
        answers["/live\(index).ts"] = .content(bytes, type: "video/mp2t")
      }
      #expect(answers.count > 2, "there are several segments")
      let server = LoopbackServer(answers)
      let source = try MediaFileSource(server.address("/live.m3u8"), options: impatient(5))
      let sound = Recording(source)
      #expect(sound.error == nil)
      #expect(sound.gaps.isEmpty)
      #expect(abs(sound.frameCount - TestMedia.frameCount) < 4800, "\(sound.frameCount) frames")
      #expect(abs(sound.amplitude(of: 440, channel: 0, in: 48_000..<144_000) - 0.5) < 0.02)
    }

    @Test func aLivePlaylistThatNeverGoesOnTimesOut() throws {
      let list = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nlive0.ts\n"
      let server = LoopbackServer([
        "/live.m3u8": .content(Array(list.utf8), type: "application/vnd.apple.mpegurl"),
        "/live0.ts": .content(try TestMedia.bytes("live0.ts"), type: "video/mp2t"),
      ])
      let sound = Recording(
        try MediaFileSource(server.address("/live.m3u8"), options: impatient(0.5)))
      #expect((sound.error as? MediaFileError)?.code == .timedOut)
      #expect(sound.frameCount > 40_000)
    }

    @Test func aPlaylistOfAServerLeadsToNoFileOfThisMachine() throws {
      let list = """
        #EXTM3U
        #EXT-X-TARGETDURATION:4
        #EXTINF:4,
        file://\(TestMedia.file("a.ts"))
        #EXT-X-ENDLIST

        """
      let server = LoopbackServer([
        "/evil.m3u8": .content(Array(list.utf8), type: "application/vnd.apple.mpegurl")
      ])
      let error = error(server.address("/evil.m3u8"), options: impatient(2))
      #expect(error != nil)
      // The same list from a local file is in order.
      let path = try TestMedia.write(Array(list.utf8), as: "own.m3u8")
      #expect(Recording(try MediaFileSource(path)).frameCount >= TestMedia.frameCount)
    }

    @Test func aRedirectLeadsToNoFileEither() {
      let server = LoopbackServer(["/a": .redirect("file://" + TestMedia.file("s16.wav"))])
      #expect(error(server.address("/a"), options: impatient(2)) != nil)
    }

    @Test func answersOfTheServerBecomeErrors() {
      let server = LoopbackServer([
        "/401": .status(401), "/403": .status(403), "/410": .status(410), "/500": .status(500),
      ])
      let options = impatient(5)
      #expect(error(server.address("/none"), options: options)?.code == .notFound)
      #expect(error(server.address("/401"), options: options)?.code == .permissionDenied)
      #expect(error(server.address("/403"), options: options)?.code == .permissionDenied)
      #expect(error(server.address("/410"), options: options)?.code == .network)
      #expect(error(server.address("/500"), options: options)?.code == .network)
    }

    @Test func nobodyAtTheAddressIsAnError() {
      let port = LoopbackServer([:]).port
      let error = error("http://127.0.0.1:\(port)/a.mp3", options: impatient(2))
      #expect(error?.code == .network, "\(String(describing: error))")
    }

    @Test func aServerThatNeverAnswersTimesOut() {
      let server = LoopbackServer(["/silence": .silence])
      let start = ContinuousClock.now
      let error = error(server.address("/silence"), options: impatient(0.5))
      #expect(error?.code == .timedOut, "\(String(describing: error))")
      #expect(ContinuousClock.now - start < .seconds(4))
    }

    @Test func aServerThatFallsSilentGivesWhatItSentAndTimesOut() throws {
      let bytes = try TestMedia.bytes("a.mp3")
      let part = Array(bytes.prefix(bytes.count / 2))
      let server = LoopbackServer(["/stall": .stall(part, declared: bytes.count)])
      let sound = Recording(
        try MediaFileSource(server.address("/stall"), options: impatient(0.5)))
      let error = sound.error as? MediaFileError
      #expect(error?.code == .timedOut, "\(String(describing: sound.error))")
      #expect(sound.frameCount > TestMedia.frameCount * 4 / 10)
    }

    @Test func aBrokenConnectionGivesWhatWasSentAndAnError() throws {
      let bytes = try TestMedia.bytes("a.mp3")
      let part = Array(bytes.prefix(bytes.count / 2))
      let server = LoopbackServer([
        "/reset": .reset(part, declared: bytes.count),
        "/short": .short(part, declared: bytes.count),
      ])
      for path in ["/reset", "/short"] {
        let sound = Recording(try MediaFileSource(server.address(path), options: impatient(2)))
        let error = sound.error as? MediaFileError
        #expect(error?.code == .network, "\(path): \(String(describing: sound.error))")
        #expect(sound.frameCount > TestMedia.frameCount * 4 / 10)
      }
    }

    @Test func cancellingLeavesAServerThatFellSilent() throws {
      let bytes = try TestMedia.bytes("a.mp3")
      let part = Array(bytes.prefix(bytes.count / 2))
      let server = LoopbackServer(["/stall": .stall(part, declared: bytes.count)])
      let source = try MediaFileSource(server.address("/stall"), options: impatient(30))
      let waited = try timeToReturn(after: { source.cancel() }) {
        var buffer = PCMBuffer(format: source.format)
        while try source.read(into: &buffer) != nil {}
        return nil
      }
      #expect(waited < 0.5, "took \(waited) s")
    }

    @Test func cancellingLeavesAServerThatNeverAnswers() throws {
      let server = LoopbackServer(["/silence": .silence])
      let cancellation = MediaFileCancellation()
      let address = server.address("/silence")
      let waited = try timeToReturn(after: { cancellation.cancel() }) {
        do throws(MediaFileError) {
          _ = try MediaFileSource(address, cancellation: cancellation)
          return 0
        } catch {
          return error.code == .cancelled ? nil : 0
        }
      }
      #expect(waited < 0.5, "took \(waited) s")
    }

    @Test func cancellingLeavesAPipeThatGivesNothing() throws {
      var ends: [Int32] = [-1, -1]
      unsafe #expect(pipe(&ends) == 0)
      let (reading, writing) = (ends[0], ends[1])
      defer {
        close(reading)
        close(writing)
      }
      let cancellation = MediaFileCancellation()
      let waited = try timeToReturn(after: { cancellation.cancel() }) {
        do throws(MediaFileError) {
          _ = try MediaFileSource(fileDescriptor: reading, cancellation: cancellation)
          return 0
        } catch {
          return error.code == .cancelled ? nil : 0
        }
      }
      #expect(waited < 0.5, "took \(waited) s")
    }
  }
#endif
