internal import SoundClassification

/// The layers that are learned: from standardized embeddings to a number for each label, whose
/// softmax are the shares of the labels.
///
/// *Thread-safe*: a value.
struct ClassifierHead: Sendable {
  struct Layer: Sendable {
    var weights: Matrix
    var bias: [Float]
  }

  /// One layer, or a hidden one and the last.
  private(set) var layers: [Layer]

  /// Makes a head that knows nothing.
  init(inputs: Int, hidden: Int, outputs: Int, using generator: inout SeededGenerator) {
    let widths = hidden > 0 ? [inputs, hidden, outputs] : [inputs, outputs]
    layers = []
    for (index, (from, to)) in zip(widths, widths.dropFirst()).enumerated() {
      var weights = Matrix(rows: from, columns: to)
      // He and others, 2015, for the layer before a rectifier; the last one begins at zero, so that
      // training begins with equal shares.
      if index < widths.count - 2 {
        let spread = (2 / Float(from)).squareRoot()
        for place in weights.values.indices {
          weights.values[place] = spread * generator.nextNormal()
        }
      }
      layers.append(Layer(weights: weights, bias: [Float](repeating: 0, count: to)))
    }
    if hidden > 0 {
      for place in layers[1].weights.values.indices {
        layers[1].weights.values[place] = 0.01 * generator.nextNormal()
      }
    }
  }

  /// The numbers for each label, a row for each row of `embeddings`.
  func outputs(for embeddings: Matrix) -> Matrix {
    layers.indices.reduce(embeddings) { rows, index in
      rows.times(
        layers[index].weights, bias: layers[index].bias, hasReLU: index < layers.count - 1)
    }
  }

  /// How the weighted cross entropy of a batch changes with each parameter.
  /// - Parameters:
  ///   - labels: the right label of each row.
  ///   - weights: how much each row counts.
  func gradient(_ embeddings: Matrix, labels: [Int], weights: [Float]) -> [Layer] {
    let hidden =
      layers.count > 1
      ? embeddings.times(layers[0].weights, bias: layers[0].bias, hasReLU: true) : nil
    let last = layers[layers.count - 1]
    var slope = (hidden ?? embeddings).times(last.weights, bias: last.bias).softmax()
    for (row, label) in labels.enumerated() {
      slope.values[row * slope.columns + label] -= 1
      for column in 0..<slope.columns { slope.values[row * slope.columns + column] *= weights[row] }
    }
    let lastGradient = Layer(
      weights: (hidden ?? embeddings).transposed.times(slope), bias: slope.columnSums)
    guard let hidden else { return [lastGradient] }
    var hiddenSlope = slope.times(last.weights.transposed)
    for index in hiddenSlope.values.indices where hidden.values[index] == 0 {
      hiddenSlope.values[index] = 0
    }
    let firstGradient = Layer(
      weights: embeddings.transposed.times(hiddenSlope), bias: hiddenSlope.columnSums)
    return [firstGradient, lastGradient]
  }

  /// Takes one step against the gradient.
  mutating func take(_ step: (_ layer: Int, inout Layer) -> Void) {
    for index in layers.indices { step(index, &layers[index]) }
  }

  /// The head for embeddings as the network gives them, in the numbers that the file will hold.
  func folded(_ standardization: Standardization, into format: ModelManifest.WeightFormat)
    -> [DenseLayer]
  {
    layers.enumerated().map { index, layer in
      var (weights, bias) = (layer.weights, layer.bias)
      if index == 0 {
        for row in 0..<weights.rows {
          for column in 0..<weights.columns {
            weights.values[row * weights.columns + column] *= standardization.scales[row]
            bias[column] -=
              weights.values[row * weights.columns + column] * standardization.means[row]
          }
        }
      }
      return DenseLayer(
        inputs: weights.rows, outputs: weights.columns, weights: format.rounded(weights.values),
        bias: format.rounded(bias), hasReLU: index < layers.count - 1)
    }
  }
}

extension [DenseLayer] {
  /// The numbers for each label, a row for each embedding as the network gives it.
  func outputs(for embeddings: Matrix) -> Matrix {
    reduce(embeddings) { rows, layer in
      rows.times(
        Matrix(rows: layer.inputs, columns: layer.outputs, values: layer.weights), bias: layer.bias,
        hasReLU: layer.hasReLU)
    }
  }
}
