/// How far training has come, told after each epoch.
///
/// *Thread-safe*: a value.
public struct TrainingProgress: Sendable, Hashable {
  /// How many times everything has been learned from.
  public var epoch: Int
  /// How many times it will be at the most.
  public var maximumEpochCount: Int
  /// How wrong the head is on what it did not learn from: the mean negative logarithm of the share
  /// that it gives to the right label.
  public var heldOutLoss: Double
  /// The part of the held-out recordings that get the right label, each label counting the same.
  public var heldOutAccuracy: Double
}
