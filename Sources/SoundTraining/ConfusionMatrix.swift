/// How often a model took each label for each other.
///
/// *Thread-safe*: a value.
public struct ConfusionMatrix: Sendable, Hashable {
  /// The labels, in the order of rows and columns.
  public let labels: [String]
  /// For each right label how often each label was given.
  public private(set) var counts: [[Int]]

  /// Makes a matrix of nothing.
  public init(labels: [String]) {
    self.labels = labels
    counts = labels.map { _ in labels.map { _ in 0 } }
  }

  /// Counts one judgement.
  public mutating func count(_ right: Int, takenFor given: Int) { counts[right][given] += 1 }

  /// How many judgements there are.
  public var total: Int { counts.reduce(0) { $0 + $1.reduce(0, +) } }

  /// The part of all judgements that are right; zero when there are none.
  public var accuracy: Double {
    ratio(counts.indices.reduce(0) { $0 + counts[$1][$1] }, of: total)
  }

  /// The part of a label's sounds that were found.
  public func recall(of label: Int) -> Double {
    ratio(counts[label][label], of: counts[label].reduce(0, +))
  }

  /// The part of what was given a label that deserves it.
  public func precision(of label: Int) -> Double {
    ratio(counts[label][label], of: counts.reduce(0) { $0 + $1[label] })
  }

  /// The mean recall of all labels: accuracy as if all labels had equally many sounds.
  public var balancedAccuracy: Double {
    labels.isEmpty ? 0 : labels.indices.reduce(0) { $0 + recall(of: $1) } / Double(labels.count)
  }

  private func ratio(_ part: Int, of whole: Int) -> Double {
    whole == 0 ? 0 : Double(part) / Double(whole)
  }
}
