#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Foundation
#endif

/// Judges a head by recordings that it did not learn from, as an analysis would use it: the shares of
/// all moments of a window, or of a whole recording, are averaged.
///
/// *Thread-safe*: a value.
struct HeldOutJudge: Sendable {
  private let clips: [Matrix]
  private let labels: [Int]
  private let labelNames: [String]
  /// How many moments are judged together; `nil` for all of a recording.
  private let momentsPerWindow: Int?

  /// What came out.
  struct Verdict: Sendable {
    var loss: Double
    var confusion: ConfusionMatrix
  }

  init(_ clips: [TrainingClip], labels: [Int], labelNames: [String], momentsPerWindow: Int?) {
    self.clips = clips.map {
      Matrix(rows: $0.momentCount, columns: $0.width, values: $0.embeddings)
    }
    self.labels = labels
    self.labelNames = labelNames
    self.momentsPerWindow = momentsPerWindow
  }

  /// What a head makes of each recording, before the softmax.
  func outputs(_ head: (Matrix) -> Matrix) -> [Matrix] { clips.map(head) }

  /// Judges outputs.
  /// - Parameter scale: what they are multiplied with before the softmax.
  func verdict(_ outputs: [Matrix], scale: Float = 1) -> Verdict {
    var confusion = ConfusionMatrix(labels: labelNames)
    var losses = [Double](repeating: 0, count: labelNames.count)
    for (output, label) in zip(outputs, labels) {
      let shares = output.softmax(scale: scale)
      for window in windows(of: shares.rows) {
        let means = shares.columnMeans(of: window)
        let best = means.indices.reduce(0) { means[$1] > means[$0] ? $1 : $0 }
        confusion.count(label, takenFor: best)
        losses[label] -= log(Double(max(means[label], 1e-6)))
      }
    }
    let counts = confusion.counts.map { max(1, $0.reduce(0, +)) }
    let loss = zip(losses, counts).reduce(0) { $0 + $1.0 / Double($1.1) }
    return Verdict(loss: loss / Double(max(labelNames.count, 1)), confusion: confusion)
  }

  /// The scale that makes the shares mean what they say: where a label gets 0.8, it is right in 8 of
  /// 10 cases (Guo and others, "On calibration of modern neural networks", 2017).
  func bestScale(for outputs: [Matrix]) -> Float {
    // By golden section, over what a head may be too timid or too bold by. The loss has one minimum.
    let ratio = 0.618_033_988_75
    var (low, high) = (log(0.02), log(4.0))
    func loss(_ logarithm: Double) -> Double {
      calibrationLoss(outputs, scale: Float(exp(logarithm)))
    }
    var (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
    var (leftLoss, rightLoss) = (loss(left), loss(right))
    for _ in 0..<18 {
      if leftLoss < rightLoss {
        (high, right, rightLoss) = (right, left, leftLoss)
        left = high - ratio * (high - low)
        leftLoss = loss(left)
      } else {
        (low, left, leftLoss) = (left, right, rightLoss)
        right = low + ratio * (high - low)
        rightLoss = loss(right)
      }
    }
    return Float(exp((low + high) / 2))
  }

  /// The loss for the scale. The right label of `n` windows should get a share of (n + 1) / (n + 2)
  /// (Platt, 1999): were it 1, a handful of recordings that are all judged right would make the head
  /// boundlessly sure of itself, and the costs of changes in segments would mean nothing.
  private func calibrationLoss(_ outputs: [Matrix], scale: Float) -> Double {
    var losses = [Double](repeating: 0, count: labelNames.count)
    var counts = [Int](repeating: 0, count: labelNames.count)
    for (output, label) in zip(outputs, labels) { counts[label] += windows(of: output.rows).count }
    for (output, label) in zip(outputs, labels) {
      let shares = output.softmax(scale: scale)
      let wanted = Double(counts[label] + 1) / Double(counts[label] + 2)
      let rest = (1 - wanted) / Double(max(labelNames.count - 1, 1))
      for window in windows(of: shares.rows) {
        for (index, mean) in shares.columnMeans(of: window).enumerated() {
          losses[label] -= (index == label ? wanted : rest) * log(Double(max(mean, 1e-9)))
        }
      }
    }
    return zip(losses, counts).reduce(0) { $0 + $1.0 / Double(max($1.1, 1)) }
  }

  private func windows(of count: Int) -> [Range<Int>] {
    guard let length = momentsPerWindow, length < count else { return [0..<count] }
    // What remains at the end belongs to the last window.
    let windows = count / length
    return (0..<windows).map { $0 * length..<($0 == windows - 1 ? count : ($0 + 1) * length) }
  }
}
