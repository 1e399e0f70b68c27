#if Microphone
  import AudioTestSupport
  import Foundation
  import SoundCapture
  import SoundRecognition
  import SoundSignal
  import Testing

  extension MicrophoneTests {
    private static let sampleRate = 48_000

    private func catalog() throws -> CustomCatalog {
      let catalog = CustomCatalog()
      for seed in 1...2 as ClosedRange<UInt64> {
        let song = SyntheticSound.song(seed: seed, seconds: 20, sampleRate: Self.sampleRate)
        let generator = SignatureGenerator()
        try generator.append(PCMBuffer(song, sampleRate: Self.sampleRate), at: nil)
        try catalog.addReferenceSignature(
          generator.signature(), representing: [MediaItem(properties: [.title: "Song \(seed)"])])
      }
      return catalog
    }

    @Test func aManagedSessionListensToTheDefaultMicrophone() async throws {
      let session = ManagedSession(catalog: try catalog())
      await session.prepare()
      #expect(session.state == .prerecording)
      // The server may go before it has taken the whole song.
      signal(SIGPIPE, SIG_IGN)
      let pipe = Pipe()
      _ = try server.play(from: pipe)
      Thread.detachNewThread {
        let song = SyntheticSound.song(seed: 2, seconds: 20, sampleRate: Self.sampleRate)
        var data = Data(capacity: song.count * 4)
        for sample in song {
          let value = UInt16(bitPattern: Int16(max(-1, min(1, sample)) * 32_000))
          for _ in 0..<2 { data.append(contentsOf: [UInt8(value & 255), UInt8(value >> 8)]) }
        }
        try? pipe.fileHandleForWriting.write(contentsOf: data)
        try? pipe.fileHandleForWriting.close()
      }
      guard case .match(let match) = await session.result() else {
        Issue.record("nothing was recognized")
        return
      }
      #expect(match.mediaItems.first?.title == "Song 2")
      #expect(session.state == .idle)
    }

    @Test func aManagedSessionWithoutItsMicrophoneHasAnErrorAsResult() async throws {
      var options = Microphone.Options()
      options.device = .named("no such microphone")
      let session = ManagedSession(catalog: try catalog(), microphone: options)
      guard case .error(let error, _) = await session.result() else {
        Issue.record("there was a result without a microphone")
        return
      }
      let words = "\((error as? RecognitionError)?.underlying ?? error)"
      #expect(words.contains("no such microphone"), "\(error)")
    }
  }
#endif
