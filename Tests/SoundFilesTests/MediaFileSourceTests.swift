#if MediaFiles
  import Foundation
  import SoundFiles
  import SoundSignal
  import Testing

  @Suite(.enabled(if: TestMedia.hasFFmpeg, "the ffmpeg program is not installed"))
  struct MediaFileSourceTests {
    /// A made file, what it decodes to, and what its codec may change.
    struct Case: CustomTestStringConvertible {
      var name: String
      var sample: SampleFormat
      var isInterleaved = true
      /// Samples of the sine may be off by this.
      var tolerance: Double
      /// Frames that the container cannot say are padding.
      var padding = 0
      /// Decoders with noise in them give other noise behind a jump.
      var jumpTolerance: Float = 0
      var testDescription: String { name }
    }

    static let cases: [Case] = [
      Case(name: "s16.wav", sample: .int16, tolerance: 4e-5),
      Case(name: "s24.wav", sample: .int24, tolerance: 2e-7),
      Case(name: "s32.wav", sample: .int32, tolerance: 1e-7),
      Case(name: "f32.wav", sample: .float32, tolerance: 1e-7),
      Case(name: "f64.wav", sample: .float64, tolerance: 1e-7),
      Case(name: "u8.wav", sample: .int16, tolerance: 0.01),
      Case(name: "alaw.wav", sample: .int16, tolerance: 0.02),
      Case(name: "a.w64", sample: .int16, tolerance: 4e-5),
      Case(name: "a.aiff", sample: .int16, tolerance: 4e-5),
      Case(name: "a.caf", sample: .int16, tolerance: 4e-5),
      Case(name: "a.flac", sample: .int16, tolerance: 4e-5),
      Case(name: "a24.flac", sample: .int32, tolerance: 2e-7),
      Case(name: "a.mp3", sample: .float32, isInterleaved: false, tolerance: 0.02),
      Case(
        name: "a.m4a", sample: .float32, isInterleaved: false, tolerance: 0.02, padding: 1024,
        jumpTolerance: 1e-3),
      Case(
        name: "fast.m4a", sample: .float32, isInterleaved: false, tolerance: 0.02, padding: 1024,
        jumpTolerance: 1e-3),
      Case(
        name: "a.aac", sample: .float32, isInterleaved: false, tolerance: 0.02, padding: 3072,
        jumpTolerance: 1e-3),
      Case(name: "a.ogg", sample: .float32, isInterleaved: false, tolerance: 0.03, padding: 0),
      Case(name: "a.opus", sample: .float32, isInterleaved: false, tolerance: 0.03),
      Case(name: "a.webm", sample: .float32, isInterleaved: false, tolerance: 0.03, padding: 960),
      Case(
        name: "a.mka", sample: .float32, isInterleaved: false, tolerance: 0.02, padding: 3072,
        jumpTolerance: 1e-3),
      Case(
        name: "a.ts", sample: .float32, isInterleaved: false, tolerance: 0.02, padding: 3072,
        jumpTolerance: 1e-3),
      Case(
        name: "video.mp4", sample: .float32, isInterleaved: false, tolerance: 0.05, padding: 1024,
        jumpTolerance: 2e-3),
    ]

    @Test(arguments: cases)
    func everyFormatGivesTheTonesThatWerePutIn(file: Case) throws {
      let source = try MediaFileSource(TestMedia.file(file.name))
      #expect(
        source.format
          == (try PCMFormat(
            file.sample, sampleRate: 48_000, channelCount: 2, isInterleaved: file.isInterleaved)))
      let sound = Recording(source)
      #expect(sound.error == nil)
      #expect(sound.start == 0)
      #expect(sound.gaps.isEmpty)
      #expect(source.damagedPacketCount == 0)
      #expect(source.missingFrameCount == 0)
      let surplus = sound.frameCount - TestMedia.frameCount
      #expect((0...file.padding).contains(surplus), "\(surplus) frames too many")
      for (channel, frequency, level) in [(0, 440.0, 0.5), (1, 1000.0, 0.25)] {
        let middle = 48_000..<144_000
        let heard = sound.amplitude(of: frequency, channel: channel, in: middle)
        #expect(abs(heard - level) < max(1e-3, file.tolerance), "\(frequency) Hz at \(heard)")
        let rest = sound.level(channel: channel, in: middle) - level / 2.0.squareRoot()
        #expect(abs(rest) < max(1e-3, file.tolerance), "other sound: \(rest)")
      }
    }

    @Test(arguments: cases)
    func aPartIsTheSameFramesAsInTheWhole(file: Case) throws {
      let path = TestMedia.file(file.name)
      let whole = Recording(try MediaFileSource(path))
      for (start, end) in [(2.3456, 3.0), (0.5, 0.75), (0, 0.01)] as [(Double, Double)] {
        let part = Recording(try MediaFileSource(path, options: .init(start: start, end: end)))
        let first = Int((start * 48_000).rounded())
        let last = Int((end * 48_000).rounded())
        #expect(part.error == nil)
        #expect(part.start == Int64(first))
        #expect(part.frameCount == last - first)
        for channel in 0..<2 {
          let expected = whole.channels[channel][first..<last]
          let difference = largestDifference(part.channels[channel], expected)
          #expect(difference <= file.jumpTolerance, "from \(start) s: off by \(difference)")
        }
      }
    }

    @Test func samplesOfTwentyFourBitsAreExact() throws {
      let file = try TestMedia.bytes("s24.wav")
      let source = try MediaFileSource(TestMedia.file("s24.wav"))
      let bytes = Recording(source, keepsBytes: true).bytes
      #expect(bytes.count == TestMedia.frameCount * 6)
      #expect(bytes == Array(file.suffix(bytes.count)))
    }

    @Test func aCodecThatIsDisguisedAsSamplesIsFound() throws {
      let sound = Recording(try MediaFileSource(TestMedia.file("disguised.wav")))
      #expect(sound.error == nil)
      let middle = 48_000..<144_000
      #expect(abs(sound.amplitude(of: 440, channel: 0, in: middle) - 0.5) < 0.01)
      #expect(abs(sound.amplitude(of: 1000, channel: 1, in: middle) - 0.25) < 0.01)
    }

    @Test func lossyAndLosslessFilesOfTheSameSamplesAgree() throws {
      let wave = Recording(try MediaFileSource(TestMedia.file("s16.wav")))
      let flac = Recording(try MediaFileSource(TestMedia.file("a.flac")))
      #expect(wave.channels == flac.channels)
    }

    @Test func theLengthOfBuffersIsAChoice() throws {
      var options = MediaFileOptions()
      options.blockDuration = 0.1
      let sound = Recording(try MediaFileSource(TestMedia.file("a.mp3"), options: options))
      #expect(sound.blockLengths == Array(repeating: 4800, count: 40))
    }

    @Test func tracksAreListedAndChosen() throws {
      let path = TestMedia.file("two.mkv")
      let first = try MediaFileSource(path)
      #expect(first.tracks.map(\.index) == [0, 1])
      #expect(first.tracks.map(\.codec) == ["flac", "flac"])
      #expect(first.tracks.map(\.sampleRate) == [48_000, 44_100])
      #expect(first.tracks.map(\.channelCount) == [2, 1])
      #expect(first.tracks.map(\.language) == ["eng", "deu"])
      #expect(first.tracks[1].title == "Kommentar")
      #expect(first.trackIndex == 0)
      let second = try MediaFileSource(path, options: .init(track: 1))
      #expect(second.trackIndex == 1)
      #expect(second.format.sampleRate == 44_100)
      let sound = Recording(second)
      #expect(sound.frameCount == 44_100 * 4)
      // The generator of this tone has an amplitude of an eighth.
      #expect(abs(sound.amplitude(of: 880, channel: 0, in: 0..<44_100) - 0.125) < 1e-3)
    }

    @Test func lengthAndTagsAreKnownBeforehand() throws {
      let source = try MediaFileSource(TestMedia.file("a.mp3"))
      #expect(source.metadata["title"] == "Two tones")
      #expect(source.metadata["artist"] == "ffmpeg")
      #expect(source.containerName == "mp3")
      #expect(abs((source.duration ?? 0) - 4) < 0.1)
      let part = try MediaFileSource(
        TestMedia.file("s16.wav"), options: .init(start: 1, end: 1.5))
      #expect(part.estimatedFrameCount == 24_000)
      #expect(part.duration == 4)
    }

    @Test func aURLOpensLikeAPath() throws {
      let url = URL(fileURLWithPath: TestMedia.file("s16.wav"))
      #expect(Recording(try MediaFileSource(url)).frameCount == TestMedia.frameCount)
      #expect(
        Recording(try MediaFileSource(url.absoluteString)).frameCount == TestMedia.frameCount)
    }

    @Test(arguments: ["s16.wav", "a.flac", "a.mp3", "a.ogg", "a.opus", "fast.m4a", "a.webm"])
    func aFileThatComesThroughAPipeIsRead(name: String) throws {
      let sound = try recording(throughPipe: name)
      #expect(sound.error == nil)
      let surplus = sound.frameCount - TestMedia.frameCount
      #expect((0...2048).contains(surplus), "\(surplus) frames too many")
      let part = try recording(throughPipe: name, options: .init(start: 2.5, end: 3))
      #expect(part.error == nil)
      #expect(part.start == 120_000)
      #expect(part.frameCount == 24_000)
      if part.frameCount == 24_000 {
        let expected = sound.channels[0][120_000..<144_000]
        let difference = largestDifference(part.channels[0], expected)
        #expect(difference < 1e-3, "a part from a pipe is off by \(difference)")
      }
    }

    private func recording(
      throughPipe name: String, options: MediaFileOptions = .init()
    ) throws -> Recording {
      let bytes = try TestMedia.bytes(name)
      var ends: [Int32] = [-1, -1]
      unsafe #expect(pipe(&ends) == 0)
      let (reading, writing) = (ends[0], ends[1])
      Thread.detachNewThread {
        signal(SIGPIPE, SIG_IGN)
        try? FileHandle(fileDescriptor: writing, closeOnDealloc: true).write(
          contentsOf: Data(bytes))
      }
      defer { close(reading) }
      return Recording(try MediaFileSource(fileDescriptor: reading, options: options))
    }

    @Test func readingAheadEqualsReading() throws {
      let path = TestMedia.file("a.mp3")
      let direct = Recording(try MediaFileSource(path), keepsBytes: true)
      let ahead = Recording(PrefetchingSource(try MediaFileSource(path)), keepsBytes: true)
      #expect(direct.bytes == ahead.bytes)
      #expect(direct.blockLengths == ahead.blockLengths)
    }

    @Test(arguments: ["s16.wav", "a.flac", "a.mp3", "a.m4a"])
    func theBuffersMemoryIsUsedAgain(name: String) throws {
      let source = try MediaFileSource(TestMedia.file(name))
      var buffer = PCMBuffer(format: source.format)
      var addresses: Set<UInt> = []
      while try source.read(into: &buffer) != nil {
        addresses.insert(unsafe buffer.withBytes { UInt(bitPattern: $0.baseAddress) })
      }
      #expect(addresses.count == 1)
    }

    @Test func cancellingEndsTheSound() throws {
      let source = try MediaFileSource(TestMedia.file("a.mp3"))
      var buffer = PCMBuffer(format: source.format)
      #expect(try source.read(into: &buffer) == 0)
      source.cancel()
      #expect(try source.read(into: &buffer) == nil)
    }
  }
#endif
