import Testing

@testable import SoundTraining

@Suite struct HeldOutTests {
  @Test func everyLabelHasItsShareOfBothParts() {
    let labels = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]
    var generator = SeededGenerator(seed: 1)
    let split = ClipSplit(labels: labels, labelCount: 2, share: 0.2, using: &generator)
    #expect((split.training + split.heldOut).sorted() == Array(labels.indices))
    #expect(split.heldOut.count { labels[$0] == 0 } == 2)
    #expect(split.heldOut.count { labels[$0] == 1 } == 1)
  }

  @Test func theSeedChoosesThePart() {
    let labels = [Int](repeating: 0, count: 40)
    let parts = ([1, 1, 2] as [UInt64]).map { seed in
      var generator = SeededGenerator(seed: seed)
      return ClipSplit(labels: labels, labelCount: 1, share: 0.3, using: &generator)
    }
    #expect(parts[0] == parts[1])
    #expect(parts[0] != parts[2])
  }

  @Test func precisionAndRecallAreWhatTheyAreCalled() {
    var confusion = ConfusionMatrix(labels: ["a", "b"])
    for (right, given) in [(0, 0), (0, 0), (0, 0), (0, 1), (1, 1), (1, 0)] {
      confusion.count(right, takenFor: given)
    }
    #expect(confusion.recall(of: 0) == 0.75 && confusion.recall(of: 1) == 0.5)
    #expect(confusion.precision(of: 0) == 0.75 && confusion.precision(of: 1) == 0.5)
    #expect(confusion.balancedAccuracy == 0.625)
    #expect(confusion.accuracy == 4.0 / 6 && confusion.total == 6)
    #expect(ConfusionMatrix(labels: ["a"]).precision(of: 0) == 0)
  }

  private func judge(momentsPerWindow: Int?) -> HeldOutJudge {
    let clips = (0..<2).map { label in
      TrainingClip(
        label: "\(label)", name: "", embeddings: [Float](repeating: Float(label), count: 7),
        width: 1, heardDuration: 1, modelIdentifier: "")
    }
    return HeldOutJudge(
      clips, labels: [0, 1], labelNames: ["0", "1"], momentsPerWindow: momentsPerWindow)
  }

  @Test(arguments: [(nil, 1), (7, 1), (3, 2), (2, 3), (100, 1)])
  func windowsDivideARecording(_ length: Int?, _ count: Int) {
    let judge = judge(momentsPerWindow: length)
    let outputs = judge.outputs { rows in
      Matrix(rows: rows.rows, columns: 2, values: rows.values.flatMap { [1 - $0, $0] })
    }
    #expect(judge.verdict(outputs).confusion.counts == [[count, 0], [0, count]])
  }

  /// A head that is right in three of four cases and sure of itself should say so. With (4 + 1) /
  /// (4 + 2) as the share to aim at where it is right and where it is not, that is a share of
  /// 0.75 * 5/6 + 0.25 * 1/6 = 2/3, which means outputs that differ by ln 2.
  @Test func calibrationMakesSharesHonest() {
    let clips = (0..<8).map { _ in
      TrainingClip(
        label: "", name: "", embeddings: [0], width: 1, heardDuration: 1, modelIdentifier: "")
    }
    let labels = [0, 0, 0, 0, 1, 1, 1, 1]
    let judge = HeldOutJudge(
      clips, labels: labels, labelNames: ["0", "1"], momentsPerWindow: nil)
    let outputs = labels.indices.map { index in
      let given = index % 4 == 0 ? 1 - labels[index] : labels[index]
      return Matrix(rows: 1, columns: 2, values: given == 0 ? [4, 0] : [0, 4])
    }
    #expect(abs(judge.bestScale(for: outputs) - 0.6931 / 4) < 0.002)
  }

  /// Two recordings of each label, all right: a share of 3/4 for the right one is bold enough.
  @Test func fewRecordingsDoNotMakeAHeadSure() {
    let clips = (0..<4).map { _ in
      TrainingClip(
        label: "", name: "", embeddings: [0], width: 1, heardDuration: 1, modelIdentifier: "")
    }
    let judge = HeldOutJudge(
      clips, labels: [0, 0, 1, 1], labelNames: ["0", "1"], momentsPerWindow: nil)
    let outputs = [0, 0, 1, 1].map {
      Matrix(rows: 1, columns: 2, values: $0 == 0 ? [10, 0] : [0, 10])
    }
    #expect(abs(judge.bestScale(for: outputs) - 1.0986 / 10) < 0.002)
  }
}
