import AudioTestSupport
import Foundation
import SoundSpectra
import Testing

@testable import SoundClassification

struct NetworkTests {
  /// What PyTorch said about signals that are made again here; see `Models/training/goldens.py`.
  private struct Goldens: Decodable {
    var logits: [String: [[Double]]]
    var normalised: [String: [String: [Double]]]
  }

  static let signals: [String: [Float]] = [
    "noise": SyntheticSound.noise(seed: 1, count: 32_000),
    "tones": SyntheticSound.tones(count: 32_000, sampleRate: 16_000),
    "sequence": SyntheticSound.noise(seed: 2, count: 16_000, amplitude: 0.05)
      + SyntheticSound.silence(count: 8000)
      + SyntheticSound.tones(count: 24_000, sampleRate: 16_000)
      + SyntheticSound.noise(seed: 3, count: 16_000, amplitude: 0.001),
  ]

  private let model: SoundModel
  private let goldens: Goldens

  init() throws {
    model = try SoundModel.builtIn(.version1)
    goldens = try JSONDecoder().decode(
      Goldens.self, from: Repository.contents(of: "Models/version1/goldens.json"))
  }

  /// The network's input: whole frames only, normalized.
  private func normalizedFrames(of samples: [Float]) -> [[Float]] {
    let configuration = model.manifest.frontEnd
    var stream = LogMelStream(configuration)
    var normalizer = LevelNormalizer(model.manifest.normalization, hop: 0.01)
    var frames: [[Float]] = []
    var rest = samples[...]
    while !rest.isEmpty {
      let taken = unsafe rest.withUnsafeBufferPointer { unsafe stream.accept($0) }
      rest = rest.dropFirst(taken)
      while true {
        var bands = [Float](repeating: 0, count: configuration.bands)
        var normalized = bands
        let frame = unsafe bands.withUnsafeMutableBufferPointer {
          unsafe stream.nextFrame(into: $0)
        }
        guard let frame else { break }
        unsafe bands.withUnsafeBufferPointer {
          unsafe normalizer.normalize($0, level: frame.level, into: &normalized)
        }
        frames.append(normalized)
      }
    }
    return frames
  }

  private func run(_ network: Network, _ frames: [[Float]], framesPerScore: Int, block: Int)
    -> [[Float]]
  {
    var stream = NetworkStream(network, maximumScores: block)
    var outputs: [[Float]] = []
    let scores = frames.count / framesPerScore
    for first in stride(from: 0, to: scores, by: block) {
      let count = min(block, scores - first)
      let input = frames[first * framesPerScore..<(first + count) * framesPerScore].flatMap { $0 }
      for index in input.indices { unsafe stream.input[index] = input[index] }
      stream.run(scores: count)
      let width = network.plan.outputCount
      for row in 0..<count {
        outputs.append((0..<width).map { unsafe stream.outputs[row * width + $0] })
      }
    }
    return outputs
  }

  @Test(arguments: ["noise", "tones", "sequence"])
  func normalizedFramesAreThoseOfTheTraining(signal: String) throws {
    let frames = normalizedFrames(of: try #require(Self.signals[signal]))
    for (index, golden) in try #require(goldens.normalised[signal]) {
      let frame = frames[try #require(Int(index))]
      // 1e-3 in log-mel, divided by the normalization's scale of 3, and the same for the level.
      let comparison = GoldenComparison(frame, golden: golden, tolerance: 1e-3)
      #expect(comparison.isWithinTolerance, "frame \(index): \(comparison)")
    }
  }

  @Test(arguments: ["noise", "tones", "sequence"])
  func outputsAreThoseOfPyTorch(signal: String) throws {
    let frames = normalizedFrames(of: try #require(Self.signals[signal]))
    let golden = try #require(goldens.logits[signal])
    let outputs = run(
      model.network, frames, framesPerScore: model.manifest.framesPerScore, block: 4)
    #expect(outputs.count == golden.count)
    for (index, (output, golden)) in zip(outputs, golden).enumerated() {
      let comparison = GoldenComparison(output, golden: golden, tolerance: 1e-3)
      #expect(comparison.isWithinTolerance, "score \(index): \(comparison)")
    }
  }

  @Test func outputsAreThoseOfPlainSwift() throws {
    let frames = Array(normalizedFrames(of: try #require(Self.signals["sequence"])).prefix(40))
    let outputs = run(
      model.network, frames, framesPerScore: model.manifest.framesPerScore, block: 4)
    let plain = try PlainNetwork(SoundModel.builtIn(.version1)).run(frames)
    for (index, (output, golden)) in zip(outputs, plain).enumerated() {
      let comparison = GoldenComparison(output, golden: golden, tolerance: 2e-4)
      #expect(comparison.isWithinTolerance, "score \(index): \(comparison)")
    }
  }

  /// Networks of random shapes: what the bundled one does not use must be right too.
  @Test(arguments: 1...24)
  func aRandomNetworkIsThatOfPlainSwift(seed: Int) throws {
    let random = try RandomNetwork(seed: UInt64(seed))
    var generator = SeededGenerator(seed: UInt64(seed) + 100)
    let manifest = random.model.manifest
    let frames = (0..<9 * manifest.framesPerScore).map { _ in
      (0..<manifest.frontEnd.bands).map { _ in Float(generator.nextSample()) }
    }
    let golden = PlainNetwork(random.model).run(frames)
    let single = run(
      random.model.network, frames, framesPerScore: manifest.framesPerScore, block: 1)
    for (index, (output, golden)) in zip(single, golden).enumerated() {
      let comparison = GoldenComparison(output, golden: golden, tolerance: 1e-4)
      #expect(comparison.isWithinTolerance, "\(random.shape), score \(index): \(comparison)")
    }
    for block in [2, 4, 16] {
      let outputs = run(
        random.model.network, frames, framesPerScore: manifest.framesPerScore, block: block)
      #expect(outputs == single, "\(random.shape) in blocks of \(block)")
    }
  }
}
