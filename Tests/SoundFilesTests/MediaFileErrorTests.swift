#if MediaFiles
  import Foundation
  import SoundFiles
  import SoundSignal
  import Testing

  @Suite(.enabled(if: TestMedia.hasFFmpeg, "the ffmpeg program is not installed"))
  struct MediaFileErrorTests {
    /// Opens and reads a file, and gives the error that stopped it.
    private func error(
      _ location: String, options: MediaFileOptions = .init()
    ) -> MediaFileError? {
      do throws(MediaFileError) {
        return Recording(try MediaFileSource(location, options: options)).error as? MediaFileError
      } catch {
        return error
      }
    }

    private func expect(
      _ code: MediaFileError.Code, _ part: String, _ location: String,
      options: MediaFileOptions = .init(), at place: SourceLocation = #_sourceLocation
    ) {
      let error = error(location, options: options)
      #expect(error?.code == code, sourceLocation: place)
      let message = error?.message ?? ""
      #expect(message.contains(part), sourceLocation: place)
      let name = location.split(separator: "/").last.map(String.init) ?? location
      #expect(message.contains(name), "the message names the file", sourceLocation: place)
    }

    @Test func aMissingFile() { expect(.notFound, "There is no file", "/nowhere/x.wav") }

    @Test func aFolder() { expect(.isDirectory, "is a folder", TestMedia.folder) }

    @Test func anEmptyFile() throws {
      expect(.emptyFile, "is empty", try TestMedia.write([], as: "empty.wav"))
    }

    @Test(.enabled(if: getuid() != 0, "root may read everything"))
    func aFileThatMayNotBeRead() throws {
      let path = try TestMedia.write([1, 2, 3], as: "secret.wav")
      unsafe chmod(path, 0)
      expect(.permissionDenied, "permissions", path)
    }

    @Test func aTextFile() throws {
      let text = Array(String(repeating: "This is no sound.\n", count: 100).utf8)
      expect(.unsupportedFormat, "no media format", try TestMedia.write(text, as: "text.txt"))
      expect(.unsupportedFormat, "no media format", try TestMedia.write(text, as: "text.wav"))
    }

    @Test func aVideoWithoutSound() {
      expect(.noAudio, "holds no sound", TestMedia.file("silent.mp4"))
    }

    @Test func aTrackThatIsNotThere() {
      expect(
        .trackNotFound, "Choose from 0 to 1", TestMedia.file("two.mkv"), options: .init(track: 2))
      expect(
        .trackNotFound, "only one is number 0", TestMedia.file("a.mp3"), options: .init(track: 1))
    }

    @Test(arguments: ["s16.wav", "a.aac", "a.ogg", "a.mka"])
    func aStartBehindTheEnd(name: String) {
      expect(
        .rangeOutsideFile, "Choose an earlier start", TestMedia.file(name),
        options: .init(start: 60))
    }

    @Test func anEndBeforeTheStart() {
      expect(
        .rangeOutsideFile, "The end must be behind the start", TestMedia.file("a.mp3"),
        options: .init(start: 2, end: 1))
    }

    @Test func anotherProtocol() {
      expect(.protocolNotAllowed, "http", "concat:" + TestMedia.file("a.ts"))
    }

    @Test func anUnfinishedVideo() throws {
      let bytes = try TestMedia.bytes("a.m4a")
      let path = try TestMedia.write(Array(bytes.prefix(bytes.count / 2)), as: "half.m4a")
      expect(.damaged, "was probably not finished", path)
    }

    @Test func aChangeOfFormatInTheMiddle() throws {
      let bytes = try TestMedia.bytes("plain.mp3") + TestMedia.bytes("mono22.mp3")
      let path = try TestMedia.write(bytes, as: "change.mp3")
      let sound = Recording(try MediaFileSource(path))
      let error = sound.error as? MediaFileError
      #expect(error?.code == .formatChanged)
      #expect(
        error?.message.contains("from 48000 to 22050") == true
          || error?.message.contains(
            "from 2 to 1") == true,
        "\(String(describing: error))")
      #expect(sound.frameCount >= TestMedia.frameCount, "all before the change is delivered")
      #expect(abs((error?.position?.seconds ?? 0) - 4) < 0.2)
    }

    /// A WAV file of silence with any numbers in its header.
    private func wave(rate: UInt32, channels: UInt16) -> [UInt8] {
      func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        unsafe withUnsafeBytes(of: value.littleEndian) { unsafe Array($0) }
      }
      let frame = channels * 2
      let data = [UInt8](repeating: 0, count: Int(frame) * 4000)
      let format =
        bytes(UInt16(1)) + bytes(channels) + bytes(rate) + bytes(rate &* UInt32(frame))
        + bytes(frame) + bytes(UInt16(16))
      let body =
        Array("WAVEfmt ".utf8) + bytes(UInt32(16)) + format + Array("data".utf8)
        + bytes(UInt32(data.count)) + data
      return Array("RIFF".utf8) + bytes(UInt32(body.count)) + body
    }

    @Test func tooManyChannelsAndAbsurdRatesAreRefused() throws {
      expect(
        .limitExceeded, "33 channels",
        try TestMedia.write(wave(rate: 48_000, channels: 33), as: "33"))
      expect(
        .limitExceeded, "1000000 Hz",
        try TestMedia.write(wave(rate: 1_000_000, channels: 1), as: "fast.wav"))
      let path = try TestMedia.write(wave(rate: 384_000, channels: 32), as: "32.wav")
      #expect(Recording(try MediaFileSource(path)).frameCount == 4000)
    }

    @Test func aPlaylistOrListThatLeadsElsewhereIsRefused() throws {
      let list = "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n%\n#EXT-X-ENDLIST\n"
      for target in ["file:///etc/passwd", "concat:" + TestMedia.file("a.ts"), "data:x,y"] {
        let text = list.replacingOccurrences(of: "%", with: target)
        let path = try TestMedia.write(Array(text.utf8), as: "elsewhere.m3u8")
        expect(.protocolNotAllowed, "leads to nothing", path)
      }
      let concat = "ffconcat version 1.0\nfile \(TestMedia.file("s16.wav"))\n"
      let path = try TestMedia.write(Array(concat.utf8), as: "list.ffconcat")
      expect(.unsupportedFormat, "no media format", path)
    }

    @Test func nothingThroughAPipe() throws {
      var ends: [Int32] = [-1, -1]
      unsafe #expect(pipe(&ends) == 0)
      close(ends[1])
      defer { close(ends[0]) }
      let reading = ends[0]
      #expect {
        try MediaFileSource(fileDescriptor: reading)
      } throws: { error in
        (error as? MediaFileError)?.code == .emptyFile
      }
    }
  }
#endif
