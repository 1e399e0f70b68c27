internal import SoundClassification

/// Learns a head from moments, and stops when that makes it no better on what is held out.
///
/// *Confined*.
struct HeadLearning {
  private let clips: [TrainingClip]
  private let labels: [Int]
  private let labelCount: Int
  private let options: ModelTrainer.Options
  private let weights: [Double]
  let standardization: Standardization
  private var generator: SeededGenerator

  /// An epoch has so many batches, as far as the bounds of their size allow.
  private static let batchesPerEpoch = 32
  private static let batchSizes = 32...512
  /// How many epochs in a row may bring nothing before it is over.
  private static let patience = 8

  init(
    _ clips: [TrainingClip], labels: [Int], labelCount: Int, options: ModelTrainer.Options,
    generator: SeededGenerator
  ) {
    self.clips = clips
    self.labels = labels
    self.labelCount = labelCount
    self.options = options
    self.generator = generator
    weights = Self.weights(clips, labels, labelCount)
    standardization = Standardization(clips, weights: weights)
  }

  /// How much a moment of each clip counts: labels have equal parts of the whole, however many clips
  /// they have, and a long clip counts more than a short one, but not as much more as it is longer.
  private static func weights(
    _ clips: [TrainingClip], _ labels: [Int], _ labelCount: Int
  ) -> [Double] {
    var totals = [Double](repeating: 0, count: labelCount)
    for (clip, label) in zip(clips, labels) {
      totals[label] += Double(clip.momentCount).squareRoot()
    }
    let moments = Double(clips.reduce(0) { $0 + $1.momentCount })
    return zip(clips, labels).map { clip, label in
      let part = Double(clip.momentCount).squareRoot() / totals[label] / Double(labelCount)
      return moments * part / Double(max(clip.momentCount, 1))
    }
  }

  /// Learns.
  /// - Parameter progress: is told after each epoch, and ends it by returning `false`.
  /// - Returns: the best head; `nil` when it was ended.
  mutating func run(
    _ judge: HeldOutJudge, progress: (TrainingProgress) -> Bool
  ) -> ClassifierHead? {
    let width = clips.first?.width ?? 0
    var head = ClassifierHead(
      inputs: width, hidden: options.hiddenUnitCount, outputs: labelCount, using: &generator)
    var adam = Adam(head, weightDecay: Float(options.weightDecay))
    var (best, bestLoss, bestEpoch) = (head, Double.infinity, 0)
    var moments = clips.indices.flatMap { clip in
      (0..<clips[clip].momentCount).map { (clip: Int32(clip), moment: Int32($0)) }
    }
    let size = min(
      max(moments.count / Self.batchesPerEpoch, Self.batchSizes.lowerBound),
      Self.batchSizes.upperBound)
    for epoch in 1...options.maximumEpochCount {
      generator.shuffle(&moments)
      let rate = Float(options.learningRate) / Float(epoch).squareRoot()
      for start in stride(from: 0, to: moments.count, by: size) {
        let batch = moments[start..<min(start + size, moments.count)]
        let rows = gather(batch)
        let share = 1 / Float(batch.count)
        let gradient = head.gradient(
          rows, labels: batch.map { labels[Int($0.clip)] },
          weights: batch.map { Float(weights[Int($0.clip)]) * share })
        adam.step(&head, gradient, rate: rate)
      }
      let layers = head.folded(standardization, into: .float32)
      let verdict = judge.verdict(judge.outputs { layers.outputs(for: $0) })
      if verdict.loss < bestLoss { (best, bestLoss, bestEpoch) = (head, verdict.loss, epoch) }
      let goesOn = progress(
        TrainingProgress(
          epoch: epoch, maximumEpochCount: options.maximumEpochCount, heldOutLoss: verdict.loss,
          heldOutAccuracy: verdict.confusion.balancedAccuracy))
      guard goesOn else { return nil }
      if epoch - bestEpoch >= Self.patience { break }
    }
    return best
  }

  /// The standardized embeddings of some moments.
  private func gather(_ batch: ArraySlice<(clip: Int32, moment: Int32)>) -> Matrix {
    let width = standardization.means.count
    var rows = Matrix(rows: batch.count, columns: width)
    unsafe rows.values.withUnsafeMutableBufferPointer { rows in
      for (row, place) in batch.enumerated() {
        unsafe clips[Int(place.clip)].embeddings.withUnsafeBufferPointer { embeddings in
          let start = Int(place.moment) * width
          for column in 0..<width {
            unsafe rows[row * width + column] =
              unsafe (embeddings[start + column] - standardization.means[column])
              * standardization.scales[column]
          }
        }
      }
    }
    return rows
  }
}
