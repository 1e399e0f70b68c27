/// Brings the numbers of embeddings to a mean of zero and a spread of one, so that none of them is
/// learned from faster than the others.
///
/// *Thread-safe*: a value.
struct Standardization: Sendable {
  let means: [Float]
  /// One divided by the spread; zero for a number that never changes.
  let scales: [Float]

  /// Measures clips, each label's together counting as much as any other's.
  /// - Parameter weights: how much a moment of each clip counts.
  init(_ clips: [TrainingClip], weights: [Double]) {
    let width = clips.first?.width ?? 0
    var sums = [Double](repeating: 0, count: width)
    var squares = sums
    var total = 0.0
    for (clip, weight) in zip(clips, weights) {
      total += weight * Double(clip.momentCount)
      for moment in 0..<clip.momentCount {
        for column in 0..<width {
          let value = Double(clip.embeddings[moment * width + column])
          sums[column] += weight * value
          squares[column] += weight * value * value
        }
      }
    }
    let means = sums.map { $0 / max(total, 1e-9) }
    let spreads = zip(squares, means).map { max(0, $0 / max(total, 1e-9) - $1 * $1).squareRoot() }
    // A number that hardly moves in these clips would be blown up without end when it moves later.
    let floor = 0.05 * spreads.reduce(0, +) / Double(max(width, 1))
    self.means = means.map { Float($0) }
    scales = spreads.map { $0 > 0 ? Float(1 / max($0, floor)) : 0 }
  }
}
