import AudioTestSupport
import Foundation
import Testing

@testable import SoundClassification

/// Row 26: what `version1` says about a sound never changes. `make goldens` writes the numbers anew,
/// which is right only for a model under a new name, or before a release.
struct FrozenScoresTests {
  private struct Frozen: Codable {
    var note =
      "Scores of SyntheticSound.programme(sampleRate:) for each moment: independent, exclusive, level. "
      + "Written by `make goldens`."
    var scores: [String: [[Double]]]
  }

  private static let path = "Models/version1/frozen-scores.json"
  private static let sampleRates = [16_000, 44_100]

  private func scores(at sampleRate: Int) throws -> [[Double]] {
    let sound = SyntheticSound.programme(sampleRate: sampleRate)
    let model = try SoundModel.builtIn(.version1)
    return ScoreRecording(of: sound, sampleRate: sampleRate, model).moments.map { moment in
      (moment.independent + moment.exclusive + [moment.level]).map { Double($0) }
    }
  }

  @Test(
    .disabled(if: ProcessInfo.processInfo.environment["SOUNDWATCH_RECORD_GOLDENS"] != nil),
    arguments: sampleRates)
  func scoresAreThoseThatWereFrozen(sampleRate: Int) throws {
    let frozen = try JSONDecoder().decode(
      Frozen.self, from: Repository.contents(of: Self.path))
    let golden = try #require(frozen.scores["\(sampleRate)"])
    let scores = try scores(at: sampleRate)
    #expect(scores.count == golden.count)
    for (index, (score, golden)) in zip(scores, golden).enumerated() {
      // Machines differ in the order of additions and in fused operations: 1e-4 of a score. Levels are
      // in decibels; those of digital silence hang on the last bits.
      let comparison = GoldenComparison(
        score.dropLast(), golden: golden.dropLast(), tolerance: 1e-4)
      #expect(comparison.isWithinTolerance, "moment \(index): \(comparison)")
      let level = GoldenComparison(
        [max(score[8], -90)], golden: [max(golden[8], -90)], tolerance: 1e-3)
      #expect(level.isWithinTolerance, "level of moment \(index): \(level)")
    }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["SOUNDWATCH_RECORD_GOLDENS"] != nil))
  func scoresAreWrittenDown() throws {
    var frozen = Frozen(scores: [:])
    for sampleRate in Self.sampleRates {
      frozen.scores["\(sampleRate)"] = try scores(at: sampleRate).map { row in
        row.map { ($0 * 1e6).rounded() / 1e6 }
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let json = try encoder.encode(frozen) + Data("\n".utf8)
    try json.write(to: Repository.root.appendingPathComponent(Self.path))
  }
}
