#if Microphone
  import AudioTestSupport
  import Foundation
  import SoundCapture
  import SoundSignal
  import Soundwatch
  import Synchronization
  import Testing

  /// A real device: a PulseAudio daemon without hardware, behind ALSA.
  @Suite(
    .serialized, .enabled(if: PulseServer.isInstalled, "needs pulseaudio and libasound2-plugins"),
    .timeLimit(.minutes(10)))
  final class MicrophoneTests {
    let server: PulseServer
    private var options = Microphone.Options()

    init() throws {
      server = try PulseServer()
      server.leadThisProcessHere()
      options.sampleRate = 48_000
      options.sampleFormat = .int16
    }

    deinit { server.stop() }

    /// Frame n has the value 1 + n % 30,000 in both channels.
    private func ramp(seconds: Int) -> Data {
      var data = Data(capacity: seconds * 48_000 * 4)
      for frame in 0..<seconds * 48_000 {
        let value = UInt16(1 + frame % 30_000)
        for _ in 0..<2 { data.append(contentsOf: [UInt8(value & 255), UInt8(value >> 8)]) }
      }
      return data
    }

    private func play(_ data: Data) throws {
      let pipe = Pipe()
      // Long enough for a busy machine: a player that comes late leaves silence in the sound.
      _ = try server.play(from: pipe, latencyInMilliseconds: 500)
      Thread.detachNewThread {
        try? pipe.fileHandleForWriting.write(contentsOf: data)
        try? pipe.fileHandleForWriting.close()
      }
    }

    /// The first channel.
    private func samples(_ buffer: PCMBuffer) -> [Int] {
      unsafe buffer.withBytes { bytes in
        (0..<buffer.frameCount).map {
          Int(unsafe bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Int16.self))
        }
      }
    }

    @Test func listsTheDevices() throws {
      let devices = try AudioDevice.inputs()
      #expect(devices.filter(\.isDefault).map(\.name) == ["default"])
      #expect(devices.contains { $0.name == "pulse" && $0.hostAPI == "ALSA" })
      #expect(devices.allSatisfy { $0.channelCount > 0 && $0.defaultSampleRate >= 8000 })
    }

    @Test func capturesEveryFrameThatIsPlayed() throws {
      let microphone = try Microphone(options)
      try play(ramp(seconds: 3))
      var buffer = PCMBuffer(format: microphone.format)
      var heard: [Int] = []
      var next: Int64 = 0
      while heard.count < 100_000, let position = try microphone.read(into: &buffer) {
        #expect(position == next)
        next = position + Int64(buffer.frameCount)
        heard += samples(buffer).filter { $0 != 0 }
      }
      let breaks = zip(heard, heard.dropFirst()).count { $1 != $0 % 30_000 + 1 }
      #expect(breaks == 0)
      #expect(microphone.framesLost == 0)
    }

    @Test func aSlowReaderIsToldExactlyWhatItLost() throws {
      options.ringDuration = .milliseconds(500)
      let microphone = try Microphone(options)
      try play(ramp(seconds: 12))
      var buffer = PCMBuffer(format: microphone.format)
      var last: (value: Int, position: Int64)?
      var told: Int64 = 0
      var isLate = true
      let end = ContinuousClock.now + .seconds(8)
      while ContinuousClock.now < end, let position = try microphone.read(into: &buffer) {
        for case .framesLost(let count, let place) in microphone.takeEvents() {
          told += count
          #expect(place + count == position)
        }
        let samples = samples(buffer)
        if let last, let first = samples.first, first != 0 {
          // The ramp has gone on by exactly as much as the positions say.
          let passed = Int((position - last.position) % 30_000)
          #expect((last.value - 1 + passed) % 30_000 + 1 == first)
        }
        last = samples.last.flatMap { value in
          value == 0 ? nil : (value, position + Int64(samples.count) - 1)
        }
        if last != nil, isLate {
          isLate = false
          Thread.sleep(forTimeInterval: 2.5)
        }
      }
      #expect(told > 48_000)
      #expect(told == microphone.framesLost)
      #expect(microphone.ringHighWaterMark == 1)
    }

    @Test func aKilledServerEndsTheStreamWithAnErrorThatNamesTheDevice() throws {
      let microphone = try Microphone(options)
      var buffer = PCMBuffer(format: microphone.format)
      _ = try microphone.read(into: &buffer)
      server.kill()
      let killed = ContinuousClock.now
      let error = #expect(throws: CaptureError.self) {
        while try microphone.read(into: &buffer) != nil {}
      }
      #expect(error?.code == .deviceLost)
      #expect(error?.message.contains("\"default\"") == true)
      #expect(ContinuousClock.now - killed < .seconds(4))
    }

    @Test func aServerThatComesBackIsCapturedAgain() async throws {
      var live = LiveAnalyzer.Options()
      live.reconnect = ReconnectPolicy(firstDelay: .milliseconds(200), longestDelay: .seconds(1))
      let heard = Mutex<[StreamTime]>([])
      live.onBuffer = { _, time in heard.withLock { $0.append(time) } }
      let analyzer = LiveAnalyzer(options: live) { [options] in try Microphone(options) }
      let events = analyzer.events
      analyzer.start()
      while heard.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(10)) }
      server.kill()
      var seen: [LiveEvent] = []
      for await event in events {
        seen.append(event)
        if case .interrupted = event { try server.start() }
        if case .resumed = event { break }
      }
      await analyzer.stop()
      #expect(seen.count == 2, "\(seen)")
      let times = heard.withLock { $0 }
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func twoMicrophonesHearTheSame() throws {
      let (one, other) = (try Microphone(options), try Microphone(options))
      try play(ramp(seconds: 2))
      for microphone in [one, other] {
        var buffer = PCMBuffer(format: microphone.format)
        var loud = 0
        while loud < 10_000, try microphone.read(into: &buffer) != nil {
          loud += samples(buffer).count { $0 != 0 }
        }
        #expect(loud >= 10_000)
      }
    }

    private static func open(_ options: Microphone.Options) throws {
      _ = try Microphone(options)
    }

    @Test func aDeviceThatIsNotThereIsNamed() {
      options.device = .named("gramophone")
      let error = #expect(throws: CaptureError.self) {
        try Self.open(options)
      }
      #expect(error?.code == .deviceNotFound)
      #expect(error?.message.contains("gramophone") == true)
    }

    @Test func speechAndMusicGetTheirLabelsAtTheirTimes() async throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("soundwatch-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      func file(_ name: String) -> URL { folder.appendingPathComponent(name) }
      try SoundTools.speech(
        "The committee met on Tuesday and decided to open the library on Sundays as well. "
          + "Nobody had expected that, least of all the people who work there.",
        to: file("speech.wav"))
      let tones = ["C3", "E3", "G3", "C4", "E4"].flatMap { ["pl", $0] }
      try SoundTools.sox(
        ["-n", "-r", "48000", "-c", "1", file("chord.wav").path, "synth", "1.5"] + tones
          + ["delay", "0", ".15", ".3", ".45", ".6", "remix", "-", "repeat", "3"])
      try SoundTools.sox([
        file("speech.wav").path, "-r", "48000", "-c", "2", file("s.wav").path, "norm", "-3", "trim",
        "0", "6", "pad", "1", "1.5",
      ])
      try SoundTools.sox([
        file("chord.wav").path, "-c", "2", file("m.wav").path, "norm", "-3", "pad", "0", "1.5",
      ])
      try SoundTools.sox([file("s.wav").path, file("m.wav").path, file("all.wav").path])

      let firstSound = Mutex<Int64?>(nil)
      var live = LiveAnalyzer.Options()
      live.onBuffer = { buffer, time in
        guard ChannelLevel.levels(of: buffer)[0].peak > 0.02 else { return }
        firstSound.withLock { $0 = $0 ?? time.frame }
      }
      let analyzer = LiveAnalyzer(options: live) { [options] in try Microphone(options) }
      let observer = RecordingObserver()
      try analyzer.add(SegmentSoundRequest(), withObserver: observer)
      analyzer.start()
      for await state in analyzer.states {
        if case .listening = state { break }
      }
      try server.play(file("all.wav")).waitUntilExit()
      try await Task.sleep(for: .seconds(2))
      await analyzer.stop()

      let zero = Double(try #require(firstSound.withLock { $0 })) / 48_000
      func share(_ label: String, from start: Double, to end: Double) -> Double {
        observer.segments.filter { $0.label == label }.reduce(0) { total, segment in
          let range = segment.timeRange
          return total
            + max(0, min(range.end.seconds, zero + end) - max(range.start.seconds, zero + start))
        } / (end - start)
      }
      // Speech for six seconds, a pause, music for six.
      #expect(share("speech", from: 0, to: 6) > 0.8, "\(observer.segments)")
      #expect(share("music", from: 7.5, to: 13.5) > 0.8, "\(observer.segments)")
      #expect(share("silence", from: 6.4, to: 7.3) > 0.6, "\(observer.segments)")
    }
  }
#endif
