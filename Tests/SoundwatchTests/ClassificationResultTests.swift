import SoundSignal
import Soundwatch
import Testing

struct ClassificationResultTests {
  private func result(_ confidences: [(String, Double)]) -> ClassificationResult {
    ClassificationResult(
      classifications: confidences.map { Classification(identifier: $0, confidence: $1) },
      primaryLabel: "a",
      timeRange: StreamTimeRange(start: StreamTime(frame: 0, sampleRate: 8_000), frameCount: 1))
  }

  /// Row 21.
  @Test func theSurestLabelComesFirst() {
    let result = result([("a", 0.1), ("b", 0.9), ("c", 0.5)])
    #expect(result.classifications.map(\.identifier) == ["b", "c", "a"])
  }

  @Test func equalConfidencesKeepTheOrderOfTheLabels() {
    let result = result([("a", 0.5), ("b", 0.5), ("c", 0.7), ("d", 0.5)])
    #expect(result.classifications.map(\.identifier) == ["c", "a", "b", "d"])
  }

  /// Row 23.
  @Test func aLabelIsFoundByItsName() {
    let result = result([("a", 0.1), ("b", 0.9)])
    #expect(result.classification(forIdentifier: "a")?.confidence == 0.1)
    #expect(result.classification(forIdentifier: "z") == nil)
  }
}
