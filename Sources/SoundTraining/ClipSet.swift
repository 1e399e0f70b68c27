internal import SoundClassification

/// Clips that have been found good enough to train with.
///
/// *Thread-safe*: a value.
struct ClipSet: Sendable {
  /// The clips in which something is heard, each sound once.
  private(set) var clips: [TrainingClip] = []
  /// The labels in the order of the model.
  let labels: [String]
  /// The number of each clip's label.
  private(set) var labelIndices: [Int] = []

  private static let maximumLabelCount = 1024

  init(
    _ clips: [TrainingClip], model: SoundModel, options: ModelTrainer.Options
  ) throws(TrainingError) {
    labels = Array(Set(clips.map(\.label))).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    try Self.check(labels)
    let numbers = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($1, $0) })
    // Hashed once each: embeddings are long.
    var seen: [[Float]: TrainingClip] = [:]
    for clip in clips where clip.momentCount > 0 {
      guard clip.modelIdentifier == model.manifest.identifier, clip.width == model.embeddingCount
      else {
        throw TrainingError(
          .otherModel,
          "\(clip.name) was heard with \(clip.modelIdentifier), but"
            + " \(model.manifest.identifier) are to be built upon.")
      }
      if let other = seen.updateValue(clip, forKey: clip.embeddings) {
        if other.label == clip.label { continue }
        throw TrainingError(
          .contradictoryClips,
          "\(other.name) and \(clip.name) are the same sound, but one is labelled \(other.label)"
            + " and the other \(clip.label). Keep one of them.")
      }
      self.clips.append(clip)
      labelIndices.append(numbers[clip.label] ?? 0)
    }
    try checkAmounts(options)
  }

  /// Finds labels that no model can have, or that people would mix up.
  /// - Parameter labels: in the order of the model.
  static func check(_ labels: [String]) throws(TrainingError) {
    var spellings: [String: String] = [:]
    for label in labels {
      let folded = label.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
      if folded == "silence" {
        throw TrainingError(
          .unusableLabel,
          "\"\(label)\" cannot be a label: silence is told by its level and needs no training.")
      }
      guard !folded.isEmpty, label.utf8.count <= 256,
        !label.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
      else {
        throw TrainingError(
          .unusableLabel,
          "\"\(label)\" cannot be a label: it must have letters, no control characters and at most"
            + " 256 bytes.")
      }
      if let other = spellings.updateValue(label, forKey: folded) {
        throw TrainingError(
          .clashingLabels,
          "The labels \"\(other)\" and \"\(label)\" differ only in capitals or blanks. Put their"
            + " recordings together, or rename one.")
      }
    }
    guard labels.count >= 2 else {
      throw TrainingError(
        .tooFewLabels,
        "There \(labels.isEmpty ? "are no labels" : "is only the label \(labels[0])"); a model needs"
          + " at least two to tell apart. Other sounds can be one of them.")
    }
    guard labels.count <= maximumLabelCount else {
      throw TrainingError(
        .tooManyLabels,
        "There are \(labels.count) labels; a model can have at most \(maximumLabelCount).")
    }
  }

  private func checkAmounts(_ options: ModelTrainer.Options) throws(TrainingError) {
    for (number, label) in labels.enumerated() {
      let members = clips.indices.filter { labelIndices[$0] == number }
      guard members.count >= max(2, options.minimumClipCount) else {
        throw TrainingError(
          .tooFewClips,
          "The label \(label) has \(members.count) usable recordings; it needs at least"
            + " \(max(2, options.minimumClipCount)), of which some are held out for testing.")
      }
      let heard = members.reduce(0) { $0 + clips[$1].heardDuration }
      guard heard >= options.minimumHeardDuration else {
        let tenths = Int((heard * 10).rounded(.down))
        throw TrainingError(
          .tooLittleSound,
          "The recordings of \(label) hold only \(tenths / 10).\(tenths % 10) s of sound that is not"
            + " silence; at least \(options.minimumHeardDuration) s are needed.")
      }
    }
  }
}
