#if MediaFiles
  import SoundFiles
  import SoundSignal
  import Testing

  @Suite(.enabled(if: TestMedia.hasFFmpeg, "the ffmpeg program is not installed"))
  struct DamagedFileTests {
    /// The first part of a made file.
    private func cut(_ name: String, to fraction: Double) throws -> String {
      let bytes = try TestMedia.bytes(name)
      let count = Int(Double(bytes.count) * fraction) | 1
      return try TestMedia.write(Array(bytes.prefix(count)), as: "cut-" + name)
    }

    /// A made file with random bytes in its middle.
    private func damage(_ name: String, byteCount: Int) throws -> String {
      var bytes = try TestMedia.bytes(name)
      var random = SeededGenerator(state: 42)
      for index in bytes.count / 2..<bytes.count / 2 + byteCount {
        bytes[index] = .random(in: 0...255, using: &random)
      }
      return try TestMedia.write(bytes, as: "damaged-" + name)
    }

    @Test(arguments: [
      "s16.wav", "s24.wav", "a.flac", "a.mp3", "fast.m4a", "a.aiff", "a.webm", "a.mka",
    ])
    func aFileThatBreaksOffGivesAllItHasAndThenOneError(name: String) throws {
      let whole = Recording(try MediaFileSource(TestMedia.file(name)))
      let source = try MediaFileSource(try cut(name, to: 0.6))
      let sound = Recording(source)
      let error = sound.error as? MediaFileError
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("cut-" + name) == true)
      #expect(error?.message.contains("should last 0:04") == true)
      // Everything but the last packet is there, and it is right.
      let missing = TestMedia.frameCount * 6 / 10 - sound.frameCount
      #expect(missing < 9600, "\(missing) frames are missing")
      let position = error?.position?.frame ?? 0
      #expect(abs(position - Int64(sound.frameCount)) < 9600)
      let sure = min(sound.frameCount, TestMedia.frameCount / 2)
      for channel in 0..<2 {
        #expect(sound.channels[channel].prefix(sure) == whole.channels[channel].prefix(sure))
      }
      var buffer = PCMBuffer(format: source.format)
      #expect(try source.read(into: &buffer) == nil, "the error comes once")
    }

    @Test(arguments: ["a.ogg", "a.opus", "a.aac", "a.ts"])
    func aStreamWithoutADeclaredLengthSimplyEnds(name: String) throws {
      let sound = Recording(try MediaFileSource(try cut(name, to: 0.6)))
      #expect(sound.error == nil)
      #expect(sound.frameCount > TestMedia.frameCount * 4 / 10)
    }

    @Test func aWaveFileWithinItsChosenRangeIsNotBlamedForItsEnd() throws {
      let path = try cut("s32.wav", to: 0.6)
      let sound = Recording(try MediaFileSource(path, options: .init(end: 2)))
      #expect(sound.error == nil)
      #expect(sound.frameCount == 96_000)
    }

    @Test(arguments: ["a.mp3", "a.flac", "a.m4a", "a.aac", "a.ts", "a.ogg", "a.opus"])
    func damageInTheMiddleDoesNotLoseTheRest(name: String) throws {
      let whole = Recording(try MediaFileSource(TestMedia.file(name)))
      let source = try MediaFileSource(try damage(name, byteCount: 1500))
      let sound = Recording(source)
      #expect(sound.error == nil, "\(String(describing: sound.error))")
      #expect(source.damagedPacketCount > 0 || source.missingFrameCount > 0, "it is reported")
      let jumped = sound.gaps.reduce(0) { $0 + $1.missing }
      #expect(jumped == source.missingFrameCount)
      #expect(sound.frameCount > TestMedia.frameCount / 2)
      // Behind the damage the sound lies where it was. Only MP3 and ADTS have no clock: what lies
      // between the damage and the next packet that can be recognized is lost unseen.
      let hasClock = name != "a.mp3" && name != "a.aac"
      let end = Int64(sound.frameCount) + jumped
      #expect(
        abs(end - Int64(whole.frameCount)) < (hasClock ? 4800 : 24_000), "the end lies at \(end)")
    }

    @Test func aFileThatIsNothingButDamageIsGivenUp() throws {
      var bytes = try TestMedia.bytes("a.flac")
      var random = SeededGenerator(state: 3)
      for index in 8192..<bytes.count { bytes[index] = .random(in: 0...255, using: &random) }
      let path = try TestMedia.write(bytes, as: "noise.flac")
      do throws(MediaFileError) {
        let error = Recording(try MediaFileSource(path)).error as? MediaFileError
        #expect(error?.code == .damaged)
      } catch {
        #expect(error.code == .damaged)
      }
    }

    @Test(arguments: ["s16.wav", "a.flac", "a.mp3", "a.m4a", "a.ogg", "a.mka", "a.ts"])
    func randomDamageAnywhereNeitherCrashesNorHangs(name: String) throws {
      let bytes = Array(try TestMedia.bytes(name).prefix(60_000))
      var random = SeededGenerator(state: 99)
      for round in 0..<6 {
        var copy = bytes
        for _ in 0..<40 {
          let index = Int.random(in: 0..<(round < 3 ? 2000 : copy.count), using: &random)
          copy[index] = .random(in: 0...255, using: &random)
        }
        let path = try TestMedia.write(copy, as: "random-" + name)
        do throws(MediaFileError) {
          let sound = Recording(try MediaFileSource(path))
          #expect(sound.error == nil || sound.error is MediaFileError)
        } catch {
          #expect(!error.message.isEmpty)
        }
      }
    }
  }
#endif
