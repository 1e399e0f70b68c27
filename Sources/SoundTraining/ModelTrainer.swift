public import SoundClassification

/// Teaches the bundled network new labels: it learns a small last part from labelled recordings, in
/// seconds to minutes, and leaves the ears of the network as they are.
///
/// ```swift
/// let base = try SoundModel.builtIn(.version1)
/// var clips: [TrainingClip] = []
/// for (path, label) in recordings {
///   clips.append(
///     try TrainingClip(MediaFileSource(path), label: label, name: path, model: base))
/// }
/// let trained = try ModelTrainer(base: base).train(clips) { progress in
///   print(progress.epoch, progress.heldOutAccuracy)
///   return true
/// }
/// print(trained.heldOut.accuracy)
/// try trained.write(to: "doorbells.soundmodel")
/// let request = ClassifySoundRequest(model: trained.model)
/// ```
///
/// The model has exactly the labels of the clips, and gives each moment to one of them. Where other
/// sounds will come too, add a label for them with all sorts of recordings.
///
/// Some recordings of each label are held out: training stops when it no longer helps with those, the
/// shares are calibrated on them, and ``TrainedModel/heldOut`` tells how they fared. So its figures are
/// a little better than they will be on recordings made elsewhere.
///
/// The same clips in the same order, the same options and the same machine give the same model.
///
/// *Thread-safe*: a value.
public struct ModelTrainer: Sendable {
  /// How a model is trained.
  ///
  /// *Thread-safe*: a value.
  public struct Options: Sendable, Hashable {
    /// What the model is called; its identifier is made of it.
    public var name = "custom"
    /// The part of each label's recordings that is held out, at least one and at most half of them.
    public var heldOutShare = 0.2
    /// How many times everything is learned from at the most; it may be over earlier.
    public var maximumEpochCount = 60
    /// Chooses which recordings are held out, and in which order the others are learned from.
    public var seed: UInt64 = 1
    /// The length in seconds of the windows that held-out recordings are judged in. `nil` judges each
    /// recording as a whole.
    public var windowDuration: Double?
    /// The fewest recordings that a label may have.
    public var minimumClipCount = 4
    /// The fewest seconds of sound, silence not counted, that a label may have.
    public var minimumHeardDuration = 2.0

    /// How many units the hidden layer has; none when zero.
    var hiddenUnitCount = 0
    var learningRate = 0.01
    var weightDecay = 0.05

    /// Makes options with the defaults.
    public init() {}
  }

  /// The model that lends its ears.
  public let base: SoundModel
  /// How the model is trained.
  public var options: Options

  /// Makes a trainer.
  public init(base: SoundModel, options: Options = Options()) {
    self.base = base
    self.options = options
  }

  /// Trains a model.
  ///
  /// Clips in which nothing was heard are left out, and of clips with the very same sound one is kept.
  ///
  /// *Blocking*: takes seconds to minutes of computation, so call it on a thread of your own.
  /// - Parameters:
  ///   - clips: recordings with their labels, heard with ``base``.
  ///   - progress: is told after each epoch. Training ends with an error when it returns `false`.
  public func train(
    _ clips: [TrainingClip], progress: (TrainingProgress) -> Bool = { _ in true }
  ) throws(TrainingError) -> TrainedModel {
    precondition(options.heldOutShare > 0 && options.heldOutShare <= 0.5)
    precondition(options.maximumEpochCount >= 1)
    let set = try ClipSet(clips, base: base, options: options)
    var generator = SeededGenerator(seed: options.seed)
    let split = ClipSplit(
      labels: set.labelIndices, labelCount: set.labels.count, share: options.heldOutShare,
      using: &generator)
    let judge = HeldOutJudge(
      split.heldOut.map { set.clips[$0] }, labels: split.heldOut.map { set.labelIndices[$0] },
      labelNames: set.labels, momentsPerWindow: momentsPerWindow)
    var learning = HeadLearning(
      split.training.map { set.clips[$0] }, labels: split.training.map { set.labelIndices[$0] },
      labelCount: set.labels.count, options: options, generator: generator)
    guard let head = learning.run(judge, progress: progress) else {
      throw TrainingError(.cancelled, "Training was cancelled.")
    }
    let layers = head.folded(learning.standardization, into: base.manifest.weightFormat)
    let outputs = judge.outputs { layers.outputs(for: $0) }
    let scale = judge.bestScale(for: outputs)
    let bytes: [UInt8]
    let model: SoundModel
    do {
      bytes = try base.derivedFile(
        ModelDerivation(
          name: options.name, description: description(of: set), licence: licence,
          labels: set.labels, layers: layers, scale: Double(scale)))
      model = try SoundModel(bytes: bytes, name: "The trained model")
    } catch {
      throw TrainingError(.notWritable, error.message, cause: error)
    }
    return TrainedModel(
      model: model, bytes: bytes, heldOut: judge.verdict(outputs, scale: scale).confusion,
      trainingClipCount: split.training.count, heldOutClipCount: split.heldOut.count)
  }

  /// Finds labels that no model can have, that people would mix up, or that are too few, before the
  /// trouble of listening to recordings.
  public static func check(labels: [String]) throws(TrainingError) {
    try ClipSet.check(labels.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  private var momentsPerWindow: Int? {
    options.windowDuration.map { max(1, Int(($0 / base.manifest.momentDuration).rounded())) }
  }

  private func description(of set: ClipSet) -> String {
    "\(options.name): \(set.labels.count) labels learned from \(set.clips.count) recordings, on the"
      + " embeddings of \(base.manifest.identifier)."
  }

  private var licence: String {
    "The layers below the last are those of \(base.manifest.identifier), under its terms: "
      + "\(base.manifest.licence) For the last layer the terms of the recordings count, too."
  }
}
