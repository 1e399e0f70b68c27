import CBenchmarks
import CSoundKernels
import SoundClassification
import SoundSignal
import SoundSpectra
import Soundwatch

private let seconds = 300

/// The whole way from samples to results on one thread, its parts, and each instruction set.
func analysis() throws {
  let model = try SoundModel.builtIn(.version1)
  print("| | 16 kHz | 44.1 kHz | 48 kHz | target |")
  print("|---|---|---|---|---|")
  let rates = [16_000, 44_100, 48_000]
  let sounds = rates.map { SyntheticSound(seconds: seconds, sampleRate: $0) }
  var table: [(name: String, values: [Double])] = []
  for sound in sounds {
    let small = try sound.buffers(frames: sound.sampleRate / 100)
    let large = try sound.buffers(frames: sound.sampleRate / 4)
    let frames = SpectrogramFrames(of: sound, model)
    let names = [
      "whole analysis of a sound (labels and segments)",
      "whole analysis of a stream, buffers of 10 ms",
      "spectrogram alone", "network alone, with level and heads",
    ]
    let times = race(
      rounds: 5,
      [
        { analyzeWhole(large) }, { analyzeStream(small) }, { spectrogram(of: sound, model) },
        { network(frames, model) },
      ])
    for (index, name) in names.enumerated() {
      if table.count <= index { table.append((name, [])) }
      table[index].values.append(Double(seconds) / times[index])
    }
  }
  for (index, row) in table.enumerated() {
    let isMet = row.values.allSatisfy { $0 >= 3000 }
    print(
      "| \(row.name) | " + row.values.map { text($0, 0) }.joined(separator: " | ")
        + (index == 0 ? " | >= 3,000: \(verdict(isMet)) |" : " | |"))
  }
  print("\nTimes real time, by processor time: what one thread would reach.\n")
  instructionSets(sounds[1], model)
}

private func instructionSets(_ sound: SyntheticSound, _ model: SoundModel) {
  print("| instruction set, 44.1 kHz | spectrogram alone | network alone |")
  print("|---|---|---|")
  let frames = SpectrogramFrames(of: sound, model)
  let chosen = unsafe String(cString: soundwatch_kernel_name())
  for name in ["avx512", "avx2", "baseline"] where unsafe soundwatch_kernel_select(name) {
    let times = race(rounds: 3, [{ spectrogram(of: sound, model) }, { network(frames, model) }])
    print(
      "| \(name) | " + times.map { text(Double(seconds) / $0, 0) }.joined(separator: " | ") + " |")
  }
  _ = unsafe soundwatch_kernel_select(chosen)
}

private func analyzeWhole(_ buffers: [PCMBuffer]) {
  let analyzer = FileAnalyzer(source: ReadySource(buffers))
  let listener = Listener()
  do {
    try analyzer.add(ClassifySoundRequest(), withObserver: listener)
    try analyzer.add(SegmentSoundRequest(), withObserver: listener)
  } catch { preconditionFailure("\(error)") }
  analyzer.analyze()
  precondition(listener.count > seconds / 2)
}

private func analyzeStream(_ buffers: [PCMBuffer]) {
  let analyzer = StreamAnalyzer(format: buffers[0].format)
  let listener = Listener()
  do {
    try analyzer.add(ClassifySoundRequest(), withObserver: listener)
    try analyzer.add(SegmentSoundRequest(), withObserver: listener)
  } catch { preconditionFailure("\(error)") }
  var position: Int64 = 0
  for buffer in buffers {
    analyzer.analyze(buffer, atAudioFramePosition: position)
    position += Int64(buffer.frameCount)
  }
  analyzer.completeAnalysis()
  precondition(listener.count > seconds / 2)
}

private func spectrogram(of sound: SyntheticSound, _ model: SoundModel) {
  var frontEnd = SpectralFrontEnd(model.manifest.frontEnd, sampleRate: sound.sampleRate)
  var sum: Float = 0
  unsafe sound.samples.withUnsafeBufferPointer { samples in
    unsafe frontEnd.process(samples) { _, frame in sum += frame.level }
  }
  precondition(sum.isFinite)
}

/// The frames that the network reads, computed beforehand.
private struct SpectrogramFrames {
  var bands: [[Float]] = []
  var frames: [LogMelStream.Frame] = []

  init(of sound: SyntheticSound, _ model: SoundModel) {
    var frontEnd = SpectralFrontEnd(model.manifest.frontEnd, sampleRate: sound.sampleRate)
    unsafe sound.samples.withUnsafeBufferPointer { samples in
      unsafe frontEnd.process(samples) { values, frame in
        unsafe bands.append(Array(values))
        frames.append(frame)
      }
    }
  }
}

private func network(_ sound: SpectrogramFrames, _ model: SoundModel) {
  var stream = ScoreStream(model, scoresPerBlock: 16)
  var sum: Float = 0
  for (bands, frame) in zip(sound.bands, sound.frames) {
    unsafe bands.withUnsafeBufferPointer { bands in
      unsafe stream.accept(bands, level: frame.level, meanSquare: frame.meanSquare) { score in
        sum += unsafe score.level
      }
    }
  }
  precondition(sum.isFinite)
}

/// Buffers that are there already.
private final class ReadySource: AudioSource, @unchecked Sendable {
  // @unchecked: only the analysis reads, one buffer at a time.
  private let buffers: [PCMBuffer]
  private var next = 0
  private var position: Int64 = 0

  init(_ buffers: [PCMBuffer]) { self.buffers = buffers }

  var format: PCMFormat { buffers[0].format }
  var estimatedFrameCount: Int64? { nil }

  func read(into buffer: inout PCMBuffer) throws -> Int64? {
    guard next < buffers.count else { return nil }
    buffer = buffers[next]
    next += 1
    defer { position += Int64(buffer.frameCount) }
    return position
  }

  func cancel() {}
}
