import Foundation
import SoundClassification
import SoundSignal

@testable import SoundTraining

/// Sounds that nobody would mix up, each a little different from the others of its kind.
enum SyntheticSound: String, CaseIterable {
  case hum, beeps, clicks

  static let sampleRate = 16_000

  /// The samples of one of many sounds of the kind.
  func samples(_ number: Int, seconds: Double = 1.2) -> [Float] {
    var generator = SeededGenerator(seed: UInt64(number) &* 31 &+ UInt64(rawValue.utf8.count))
    let shift = 1 + 0.04 * Double(number % 7)
    return (0..<Int(seconds * Double(Self.sampleRate))).map { index in
      let time = Double(index) / Double(Self.sampleRate)
      let noise = 0.003 * generator.nextNormal()
      switch self {
      case .hum:
        let tone = sin(2 * .pi * 90 * shift * time) + 0.5 * sin(2 * .pi * 180 * shift * time)
        return noise + Float(0.3 * tone)
      case .beeps:
        let isOn = (time * 4 * shift).truncatingRemainder(dividingBy: 1) < 0.6
        return noise + (isOn ? Float(0.3 * sin(2 * .pi * 2_400 * shift * time)) : 0)
      case .clicks:
        let phase = (time * 12 * shift).truncatingRemainder(dividingBy: 1)
        return noise + (phase < 0.02 ? 0.5 * generator.nextNormal() : 0)
      }
    }
  }

  /// One of many recordings of the kind, as the bundled network hears it.
  func clip(_ number: Int, label: String? = nil) throws -> TrainingClip {
    try ModelTrainer(base: .builtIn(.version1)).listen(
      to: SampleSource(samples(number)), label: label ?? rawValue, name: "\(rawValue)\(number).wav")
  }

  /// Six recordings of each kind.
  static let clips: [TrainingClip] = {
    do {
      return try allCases.flatMap { kind in try (0..<6).map { try kind.clip($0) } }
    } catch {
      preconditionFailure("Samples in memory can be read: \(error)")
    }
  }()
}

/// A sound in memory, in buffers of a length, perhaps with a gap.
final class SampleSource: AudioSource, @unchecked Sendable {
  // @unchecked: `next` belongs to the one task that reads.
  let format: PCMFormat
  let estimatedFrameCount: Int64?
  private let buffers: [(position: Int64, buffer: PCMBuffer)]
  private var next = 0

  init(
    _ samples: [Float], sampleRate: Int = SyntheticSound.sampleRate, bufferLength: Int = 1_600,
    gapBehind gapStart: Int = .max
  ) throws {
    format = try PCMFormat(.float32, sampleRate: sampleRate, channelCount: 1)
    estimatedFrameCount = Int64(samples.count)
    buffers = try stride(from: 0, to: samples.count, by: bufferLength).map { start in
      let piece = Array(samples[start..<min(start + bufferLength, samples.count)])
      let position = Int64(start + (start >= gapStart ? 8_000 : 0))
      return (position, try PCMBuffer(piece, sampleRate: sampleRate))
    }
  }

  func read(into buffer: inout PCMBuffer) -> Int64? {
    guard next < buffers.count else { return nil }
    defer { next += 1 }
    buffer = buffers[next].buffer
    return buffers[next].position
  }

  func cancel() {}
}

/// A name for a file that goes away with its owner.
final class TemporaryFile {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("soundwatch-train-\(UUID().uuidString).soundmodel")

  var path: String { url.path }

  deinit { try? FileManager.default.removeItem(at: url) }

  var exists: Bool { FileManager.default.fileExists(atPath: path) }
  var partialExists: Bool { FileManager.default.fileExists(atPath: path + ".partial") }
}
