import CBenchmarks
import SoundClassification
import Soundwatch

/// What one more stream takes: 200 streams side by side, each after four seconds of sound.
func memoryOfStreams() throws {
  print("| stream | kB each | target |")
  print("|---|---|---|")
  for rate in [16_000, 44_100, 48_000] {
    let buffers = try SyntheticSound(seconds: 4, sampleRate: rate).buffers(frames: rate / 100)
    func make() throws -> (StreamAnalyzer, Listener) {
      let (analyzer, listener) = (StreamAnalyzer(format: buffers[0].format), Listener())
      try analyzer.add(ClassifySoundRequest(), withObserver: listener)
      try analyzer.add(SegmentSoundRequest(), withObserver: listener)
      for (index, buffer) in buffers.enumerated() {
        analyzer.analyze(buffer, atAudioFramePosition: Int64(index * buffer.frameCount))
      }
      return (analyzer, listener)
    }
    // The first one also loads the model and makes the plans that all share.
    let first = try make()
    let before = soundwatch_allocated_bytes()
    let streams = try (0..<200).map { _ in try make() }
    let each = Double(soundwatch_allocated_bytes() - before) / 200 / 1000
    print(
      "| \(rate) Hz, labels and segments | \(text(each, 1)) | <= 200: \(verdict(each <= 200)) |")
    withExtendedLifetime((first, streams)) {}
  }
  let model = try SoundModel.builtIn(.version1)
  for count in [1, 4, 16] {
    let bytes = ScoreStream(model, scoresPerBlock: count).networkByteCount
    print("| of which the network, \(count) scores at once | \(text(Double(bytes) / 1000, 1)) | |")
  }
}
