public import SoundClassification
public import SoundSignal

/// Teaches the bundled network new labels: it learns a small last part from labelled recordings, in
/// seconds to minutes, and leaves the ears of the network as they are.
///
/// ```swift
/// let trainer = try ModelTrainer(base: .builtIn(.version1))
/// let clips = try recordings.map { path, label in
///   try trainer.listen(to: MediaFileSource(path), label: label, name: path)
/// }
/// let trained = try trainer.train(clips) { progress in
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

    /// How many units the hidden layer has; none when zero. Measured as ``ModelTrainer/context`` was:
    /// .826, .904 and .765 of the held-out clips are right, without the layer .810, .882 and .745.
    var hiddenUnitCount = 128
    var learningRate = 0.002
    var weightDecay = 0.3

    /// Makes options with the defaults.
    public init() {}
  }

  /// The model that lends its ears.
  public let base: SoundModel
  /// How the model is trained.
  public var options: Options
  /// The part of the base that the new model keeps.
  let ears: SoundModel

  /// How far the kept layers have to hear, in seconds.
  ///
  /// The last layers of the bundled network look back over five seconds and know little but speech,
  /// music, singing and noise. Measured on three folders (ten sounds of the surroundings, eight of
  /// people, animals and things, six kinds of music; one clip of a recording, means of six splits),
  /// .779, .860 and .667 of the held-out clips were right with all layers, .810, .882 and .745 with
  /// those that hear a second, and .854, .876 and .667 with those that hear half a second.
  private static let context = 1.0

  /// Makes a trainer.
  /// - Throws: ``/SoundClassification/ModelError`` when nothing can be built upon the model.
  public init(base: SoundModel, options: Options = Options()) throws(ModelError) {
    self.base = base
    self.options = options
    ears = try base.firstLayers(hearing: Self.context)
  }

  /// Listens to a recording to its end: to its first channel, as an analysis does by default.
  ///
  /// Moments below the model's silence are left out, and so are those that an analysis would not
  /// count because others are so much louder.
  ///
  /// *Blocking*. Several recordings can be listened to at once, on threads of your own.
  /// - Parameters:
  ///   - source: where the recording comes from.
  ///   - label: what is heard in it.
  ///   - name: what messages call the recording.
  /// - Throws: what the source throws.
  public func listen(
    to source: any AudioSource, label: String, name: String
  ) throws -> TrainingClip {
    try TrainingClip(source, label: label, name: name, model: ears)
  }

  /// Trains a model.
  ///
  /// Clips in which nothing was heard are left out, and of clips with the very same sound one is kept.
  ///
  /// *Blocking*: takes seconds to minutes of computation, so call it on a thread of your own.
  /// - Parameters:
  ///   - clips: recordings that this trainer listened to, or another with the same ``base``.
  ///   - progress: is told after each epoch. Training ends with an error when it returns `false`.
  public func train(
    _ clips: [TrainingClip], progress: (TrainingProgress) -> Bool = { _ in true }
  ) throws(TrainingError) -> TrainedModel {
    precondition(
      options.heldOutShare > 0 && options.heldOutShare <= 0.5,
      "More than nothing and at most half of the recordings can be held out.")
    precondition(options.maximumEpochCount >= 1, "Training takes at least one epoch.")
    let set = try ClipSet(clips, model: ears, options: options)
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
      bytes = try ears.derivedFile(
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
