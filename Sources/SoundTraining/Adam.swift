/// Steps against a gradient whose size follows each parameter's own history (Kingma and Ba, 2015),
/// with weights that shrink by themselves (Loshchilov and Hutter, 2019).
///
/// *Confined*.
struct Adam {
  private static let momentum: Float = 0.9
  private static let inertia: Float = 0.999

  private let weightDecay: Float
  private var means: [ClassifierHead.Layer]
  private var squares: [ClassifierHead.Layer]
  private var stepCount = 0

  init(_ head: ClassifierHead, weightDecay: Float) {
    self.weightDecay = weightDecay
    means = head.layers.map {
      ClassifierHead.Layer(
        weights: Matrix(rows: $0.weights.rows, columns: $0.weights.columns),
        bias: [Float](repeating: 0, count: $0.bias.count))
    }
    squares = means
  }

  mutating func step(
    _ head: inout ClassifierHead, _ gradient: [ClassifierHead.Layer], rate: Float
  ) {
    stepCount += 1
    var (warmMean, warmSquare): (Float, Float) = (1, 1)
    for _ in 0..<min(stepCount, 10_000) {
      warmMean *= Self.momentum
      warmSquare *= Self.inertia
    }
    let scale = (1 - warmSquare).squareRoot() / (1 - warmMean)
    head.take { index, layer in
      Self.update(
        &layer.weights.values, gradient[index].weights.values, &means[index].weights.values,
        &squares[index].weights.values, rate: rate, scale: scale, decay: rate * weightDecay)
      Self.update(
        &layer.bias, gradient[index].bias, &means[index].bias, &squares[index].bias, rate: rate,
        scale: scale, decay: 0)
    }
  }

  private static func update(
    _ values: inout [Float], _ gradient: [Float], _ means: inout [Float], _ squares: inout [Float],
    rate: Float, scale: Float, decay: Float
  ) {
    for index in values.indices {
      let slope = gradient[index]
      means[index] = momentum * means[index] + (1 - momentum) * slope
      squares[index] = inertia * squares[index] + (1 - inertia) * slope * slope
      let step = scale * means[index] / (squares[index].squareRoot() + 1e-8)
      values[index] -= rate * step + decay * values[index]
    }
  }
}
