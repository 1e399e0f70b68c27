import SoundTraining
import Testing

@testable import SoundwatchCLI

@Suite struct TrainReportTests {
  private func report(labels: [String], _ counts: [[Int]]) -> String {
    var confusion = ConfusionMatrix(labels: labels)
    for (right, row) in counts.enumerated() {
      for (given, count) in row.enumerated() {
        for _ in 0..<count { confusion.count(right, takenFor: given) }
      }
    }
    return TrainReport(confusion, heading: "Heading.", ending: "Ending.").text.string
  }

  @Test func aFewLabelsMakeATable() throws {
    try expectSnapshot(
      report(labels: ["barking", "türen", "z"], [[7, 1, 0], [0, 12, 0], [1, 1, 2]]),
      named: "train-table.txt")
  }

  @Test func manyLabelsMakeAList() throws {
    let labels = (1...14).map { "label \($0)" }
    let counts = labels.indices.map { right in
      labels.indices.map { $0 == right ? 10 : ($0 == right + 1 ? right : 0) }
    }
    try expectSnapshot(report(labels: labels, counts), named: "train-list.txt")
  }

  @Test func labelsCannotMoveTheCursor() {
    #expect(!report(labels: ["a\u{1B}[2J", "b"], [[1, 0], [0, 1]]).contains("\u{1B}"))
  }
}
