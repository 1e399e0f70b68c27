internal import SoundSpectra

/// A matrix with biases as the layer of a network.
package struct DenseLayer: Sendable, Hashable {
  package var inputs: Int
  package var outputs: Int
  /// The numbers of the matrix, those of the first input first.
  package var weights: [Float]
  package var bias: [Float]
  package var hasReLU: Bool

  package init(inputs: Int, outputs: Int, weights: [Float], bias: [Float], hasReLU: Bool) {
    precondition(weights.count == inputs * outputs && bias.count == outputs)
    self.inputs = inputs
    self.outputs = outputs
    self.weights = weights
    self.bias = bias
    self.hasReLU = hasReLU
  }
}

/// What a derived model is called and tells apart.
package struct ModelDerivation: Sendable {
  /// A name for people; the identifier is made of it and of the content.
  package var name: String
  package var description: String
  package var licence: String
  package var labels: [String]
  /// What takes the place of the last layer. The outputs of the last one are the labels'.
  package var layers: [DenseLayer]
  /// Multiplied with the outputs before the softmax.
  package var scale: Double

  package init(
    name: String, description: String, licence: String, labels: [String], layers: [DenseLayer],
    scale: Double
  ) {
    self.name = name
    self.description = description
    self.licence = licence
    self.labels = labels
    self.layers = layers
    self.scale = scale
  }
}

extension SoundModel {
  /// How many numbers the last layer reads.
  package var embeddingCount: Int { network.plan.embeddingCount }

  /// A model with only the first layers of this one, as many as are needed to hear some time of the
  /// sound together, and a last layer that says nothing. Its embeddings are what counts.
  /// - Parameter context: how far the layers have to reach, in seconds.
  package func firstLayers(hearing context: Double) throws(ModelError) -> SoundModel {
    var file = ModelFile(manifest: manifest, weights: storedWeights)
    let place = endOfLayers(hearing: context)
    let width = place.width
    file.manifest.layers.removeSubrange(place.layer...)
    // Any layer will do as the last one, as long as it has the right shape.
    var last = ModelManifest.Layer(.dense)
    last.inputs = width
    last.outputs = 1
    last.activation = "none"
    last.weights = 0
    last.bias = 0
    file.manifest.layers.append(last)
    file.manifest.identifier = "\(manifest.identifier), first \(place.layer) layers"
    file.manifest.labels = ["sound"]
    file.manifest.heads = [
      ModelManifest.Head(
        name: "exclusive", activation: "softmax", offset: 0, count: 1, scale: [1], bias: [0])
    ]
    file.manifest.segmentation.classBias = [0]
    return try SoundModel(file)
  }

  /// Where the layers end that hear some time together: the first place behind a residual block that
  /// does, or the last layer.
  private func endOfLayers(hearing context: Double) -> (layer: Int, width: Int) {
    let moment =
      Double(manifest.framesPerScore * manifest.frontEnd.hopLength)
      / Double(manifest.frontEnd.sampleRate)
    var heard = 0.0
    var steps = network.plan.steps[...]
    var width = 0
    for (index, layer) in manifest.layers.enumerated() {
      switch layer.kind {
      case .save: break
      case .add:
        if heard >= context, !steps.isEmpty { return (index + 1, width) }
      case .convolution, .depthwise, .pointwise, .dense:
        guard let step = steps.popFirst() else { break }
        if steps.isEmpty { return (index, embeddingCount) }
        heard += moment * Double(step.history) / Double(step.inputTimesPerScore)
        width = step.outputRow
      }
    }
    return (manifest.layers.count - 1, embeddingCount)
  }

  /// Makes the file of a model that hears as this one does, up to the last layer, and draws other
  /// conclusions.
  ///
  /// The layers that stay keep their weights bit for bit. New ones are stored in the same format,
  /// so that the file stays as small: in half precision they lose less than a thousandth.
  package func derivedFile(_ derivation: ModelDerivation) throws(ModelError) -> [UInt8] {
    var manifest = manifest
    let last = manifest.layers.lastIndex { $0.kind == .pointwise || $0.kind == .dense }
    manifest.layers.removeSubrange((last ?? manifest.layers.endIndex)...)
    var weights = keptWeights
    for layer in derivation.layers {
      var entry = ModelManifest.Layer(.dense)
      entry.inputs = layer.inputs
      entry.outputs = layer.outputs
      entry.activation = layer.hasReLU ? "relu" : "none"
      entry.weights = weights.count / manifest.weightFormat.byteCount
      weights += manifest.weightFormat.encode(layer.weights)
      entry.bias = weights.count / manifest.weightFormat.byteCount
      weights += manifest.weightFormat.encode(layer.bias)
      manifest.layers.append(entry)
    }
    let count = derivation.labels.count
    manifest.identifier = Self.identifier(derivation, weights)
    manifest.description = derivation.description
    manifest.licence = derivation.licence
    manifest.labels = derivation.labels
    manifest.heads = [
      ModelManifest.Head(
        name: "exclusive", activation: "softmax", offset: 0, count: count,
        scale: Array(repeating: derivation.scale, count: count),
        bias: Array(repeating: 0, count: count))
    ]
    manifest.segmentation.classBias = Array(repeating: 0, count: count)
    do {
      return try ModelFile(manifest: manifest, weights: weights).serialized()
    } catch {
      throw ModelError(.invalid, "The model \(manifest.identifier) cannot be written: \(error)")
    }
  }

  /// The stored weights up to the end of what any layer but the last one reads.
  private var keptWeights: [UInt8] {
    let ends = network.plan.steps.dropLast().flatMap {
      [$0.weightsOffset + $0.weightCount, $0.biasOffset + $0.outputChannels]
    }
    return Array(storedWeights.prefix((ends.max() ?? 0) * manifest.weightFormat.byteCount))
  }

  /// The name in letters that suit a file name, and eight digits that differ with the content.
  private static func identifier(_ derivation: ModelDerivation, _ weights: [UInt8]) -> String {
    let letters = derivation.name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
    let words = String(letters.split(separator: "-").joined(separator: "-").prefix(64))
    let text = "\(derivation.labels)\(derivation.scale)"
    let digest = SHA256.digest(of: [Array(text.utf8)[...], weights[...]])
    let digits = digest.prefix(4).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "\(words.isEmpty ? "model" : words)-\(digits)"
  }
}
