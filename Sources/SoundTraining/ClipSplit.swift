/// Divides recordings into those that are learned from and those that the result is judged by.
///
/// *Thread-safe*: a value.
struct ClipSplit: Sendable, Hashable {
  /// The indices of the recordings to learn from.
  let training: [Int]
  /// The indices of the recordings held out.
  let heldOut: [Int]

  /// Divides the recordings of every label by itself, so that each label has its share of both parts.
  /// - Parameters:
  ///   - labels: the label of each recording, as a number below `labelCount`.
  ///   - share: how much of each label is held out; one recording at least, and never more than half
  ///     of them.
  init(labels: [Int], labelCount: Int, share: Double, using generator: inout SeededGenerator) {
    var (training, heldOut): ([Int], [Int]) = ([], [])
    for label in 0..<labelCount {
      var members = labels.indices.filter { labels[$0] == label }
      generator.shuffle(&members)
      let count = min(max(1, Int((share * Double(members.count)).rounded())), members.count / 2)
      heldOut += members[..<count]
      training += members[count...]
    }
    self.training = training.sorted()
    self.heldOut = heldOut.sorted()
  }
}
