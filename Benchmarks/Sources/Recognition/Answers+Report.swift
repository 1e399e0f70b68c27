import Foundation
import QuerySets

extension Answers {
  /// Tables of recall, false positives, accuracy and cost at a threshold.
  func report(threshold: Double) -> String {
    [
      recall(threshold), falsePositives(threshold), accuracy(threshold), cost(), sweep(),
    ].joined(separator: "\n\n")
  }

  private var positives: [Answer] { all.filter { $0.query.track != nil } }
  private var negatives: [Answer] { all.filter { $0.query.track == nil } }

  private func recall(_ threshold: Double) -> String {
    let lengths = Set(all.map(\.query.length)).sorted()
    var lines = [
      "| degradation | " + lines(lengths) { "\(text($0, 0)) s" } + " | all | queries |",
      "|---|" + String(repeating: "--:|", count: lengths.count + 2),
    ]
    func row(_ name: String, _ answers: [Answer]) {
      let cells = self.lines(lengths) { length in
        share(answers.filter { $0.query.length == length }, threshold)
      }
      lines.append("| \(name) | \(cells) | \(share(answers, threshold)) | \(answers.count) |")
    }
    var names: [String] = []
    for answer in positives where !names.contains(answer.name) { names.append(answer.name) }
    for name in names { row(name, positives.filter { $0.name == name }) }
    row("**all**", positives)
    return lines.joined(separator: "\n")
  }

  private func lines(_ lengths: [Double], _ cell: (Double) -> String) -> String {
    lengths.map(cell).joined(separator: " | ")
  }

  private func share(_ answers: [Answer], _ threshold: Double) -> String {
    let correct = answers.filter { $0.isCorrect && $0.score >= threshold }.count
    return answers.isEmpty ? "" : text(100 * Double(correct) / Double(answers.count), 1)
  }

  private func falsePositives(_ threshold: Double) -> String {
    let accepted = negatives.filter { $0.score >= threshold }
    let wrong = positives.filter { !$0.isCorrect && $0.score >= threshold }
    let worst = negatives.map(\.score).sorted(by: >).prefix(8).map { text($0) }
    return """
      False positives at score \(text(threshold)): \(accepted.count) of \(negatives.count) negatives; \
      wrong song: \(wrong.count) of \(positives.count). Best scores of negatives: \
      \(worst.joined(separator: ", ")).
      """
  }

  private func accuracy(_ threshold: Double) -> String {
    let correct = positives.filter { $0.isCorrect && $0.score >= threshold }
    let offsets = correct.map { abs(($0.best?.offset ?? 0) - $0.query.offset) }.sorted()
    guard !offsets.isEmpty else { return "" }
    let skews = correct.compactMap { answer in
      answer.query.skew.map { abs((answer.best?.frequencySkew ?? 0) - $0) }
    }.sorted()
    let near = offsets.filter { $0 <= 0.05 }.count
    return """
      Offset error: median \(text(1000 * quantile(offsets, 0.5), 1)) ms, 95 % \
      \(text(1000 * quantile(offsets, 0.95), 1)) ms, within 50 ms \
      \(text(100 * Double(near) / Double(offsets.count), 1)) %. Skew error: median \
      \(text(100 * quantile(skews, 0.5), 3)) %, 95 % \(text(100 * quantile(skews, 0.95), 3)) %.
      """
  }

  private func cost() -> String {
    let groups = Dictionary(grouping: all) { answer in
      let kind =
        answer.query.track == nil
        ? "negative"
        : ["speed", "tempo", "pitch", "mixed"].contains(answer.query.degradation)
          ? "skewed" : "plain"
      return "\(kind) \(answer.query.length < 10 ? " " : "")\(text(answer.query.length, 0)) s"
    }
    let lines = groups.sorted { $0.key < $1.key }.map { name, answers in
      let times = answers.map(\.milliseconds).sorted()
      return "| \(name) | \(text(times.reduce(0, +) / Double(times.count))) | "
        + "\(text(quantile(times, 0.5))) | \(text(quantile(times, 0.95))) |"
    }
    return "| processor ms a query | mean | median | 95 % |\n|---|--:|--:|--:|\n"
      + lines.joined(separator: "\n")
  }

  private func sweep() -> String {
    let lines = stride(from: 0.75, through: 4, by: 0.25).map { threshold in
      let accepted = negatives.filter { $0.score >= threshold }.count
      return "| \(text(threshold)) | \(share(positives, threshold)) | \(accepted) |"
    }
    return "| score | recall | false positives of \(negatives.count) |\n|--:|--:|--:|\n"
      + lines.joined(separator: "\n")
  }
}

extension Answers.Answer {
  var score: Double { best?.score ?? -.infinity }
  var name: String {
    query.level == "0" && query.degradation == "clean"
      ? "clean" : query.degradation + " " + query.level
  }
}

extension QuerySet.Query {
  /// How much higher the query sounds, where the set says it.
  var skew: Double? {
    switch degradation {
    case "speed": Double(level).map { $0 / 100 }
    case "pitch": Double(level).map { pow(2, $0 / 12) - 1 }
    case "clean", "white", "env", "babble", "mp3", "phone", "reverb", "room", "eq", "gain", "tempo":
      0
    default: nil
    }
  }
}

private func quantile(_ sorted: [Double], _ share: Double) -> Double {
  sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
}
