#if MediaFiles
  import SoundFiles
  import SoundSignal
  import Testing

  @Suite(.enabled(if: TestMedia.hasFFmpeg)) struct MixedTracksSourceTests {
    private func samples(_ name: String) throws -> [Float] {
      let source = try MixedTracksSource(TestMedia.file(name))
      var buffer = PCMBuffer(format: source.format)
      var samples: [Float] = []
      while let position = try source.read(into: &buffer) {
        #expect(position == Int64(samples.count))
        unsafe buffer.withBytes { unsafe samples += Array($0.bindMemory(to: Float.self)) }
      }
      return samples
    }

    @Test func allTracksAreHeardAlike() throws {
      let first = try samples("s16.wav")
      let second = try samples("quiet.wav")
      let both = try samples("same-rate.mka")
      #expect(try MixedTracksSource(TestMedia.file("same-rate.mka")).trackCount == 2)
      #expect(both.count == first.count)
      let worst = zip(both, zip(first, second)).map { abs($0 - ($1.0 + $1.1) / 2) }.max() ?? 1
      #expect(worst < 1e-4, "\(worst)")
    }

    @Test func tracksOfAnotherRateAreLeftOut() throws {
      let source = try MixedTracksSource(TestMedia.file("two.mkv"))
      #expect(source.trackCount == 1 && source.format.sampleRate == 48_000)
    }
  }
#endif
