import Foundation
import SoundClassification
import Testing

@testable import SoundTraining

@Suite struct ClassifierHeadTests {
  private func random(_ rows: Int, _ columns: Int, _ generator: inout SeededGenerator) -> Matrix {
    Matrix(
      rows: rows, columns: columns,
      values: (0..<rows * columns).map { _ in generator.nextNormal() })
  }

  private func loss(
    _ head: ClassifierHead, _ rows: Matrix, _ labels: [Int], _ weights: [Float]
  ) -> Double {
    let shares = head.outputs(for: rows).softmax()
    return labels.indices.reduce(0) { sum, row in
      let share = shares.values[row * shares.columns + labels[row]]
      return sum - Double(weights[row]) * log(Double(share))
    }
  }

  /// Central differences of 0.001 have an error of some 1e-6 of their own, and single precision adds
  /// the rounding of a loss near 10 divided by 0.002: a few thousandths.
  @Test(arguments: [0, 5])
  func theGradientIsTheSlopeOfTheLoss(_ hidden: Int) {
    var generator = SeededGenerator(seed: 7)
    let rows = random(9, 6, &generator)
    let labels = (0..<9).map { $0 % 3 }
    let weights = (0..<9).map { 0.5 + Float($0) / 8 }
    var head = ClassifierHead(inputs: 6, hidden: hidden, outputs: 3, using: &generator)
    head.take { _, layer in
      for index in layer.weights.values.indices {
        layer.weights.values[index] += 0.3 * generator.nextNormal()
      }
      for index in layer.bias.indices { layer.bias[index] = 0.1 * generator.nextNormal() }
    }
    let gradient = head.gradient(rows, labels: labels, weights: weights)
    for layer in head.layers.indices {
      for place in head.layers[layer].weights.values.indices {
        let slope = slope { step in
          var moved = head
          moved.take { if $0 == layer { $1.weights.values[place] += step } }
          return loss(moved, rows, labels, weights)
        }
        #expect(abs(slope - Double(gradient[layer].weights.values[place])) < 0.01)
      }
      for place in head.layers[layer].bias.indices {
        let slope = slope { step in
          var moved = head
          moved.take { if $0 == layer { $1.bias[place] += step } }
          return loss(moved, rows, labels, weights)
        }
        #expect(abs(slope - Double(gradient[layer].bias[place])) < 0.01)
      }
    }
  }

  private func slope(_ loss: (Float) -> Double) -> Double { (loss(0.001) - loss(-0.001)) / 0.002 }

  /// Sums of a few hundred products in single precision, in another order.
  @Test func foldingChangesNothing() {
    var generator = SeededGenerator(seed: 3)
    let clip = TrainingClip(
      label: "a", name: "a", embeddings: random(50, 8, &generator).values.map { 3 * $0 + 1 },
      width: 8, heardDuration: 2, modelIdentifier: "")
    let standardization = Standardization([clip], weights: [1])
    var head = ClassifierHead(inputs: 8, hidden: 4, outputs: 3, using: &generator)
    head.take { _, layer in
      for index in layer.weights.values.indices {
        layer.weights.values[index] = generator.nextNormal()
      }
    }
    var scaled = Matrix(rows: 50, columns: 8, values: clip.embeddings)
    for index in scaled.values.indices {
      scaled.values[index] -= standardization.means[index % 8]
      scaled.values[index] *= standardization.scales[index % 8]
    }
    let expected = head.outputs(for: scaled)
    let folded = head.folded(standardization, into: .float32).outputs(
      for: Matrix(rows: 50, columns: 8, values: clip.embeddings))
    for (left, right) in zip(expected.values, folded.values) { #expect(abs(left - right) < 1e-4) }
  }

  @Test func matricesMultiply() {
    let left = Matrix(rows: 2, columns: 3, values: [1, 2, 3, 4, 5, 6])
    let right = Matrix(rows: 3, columns: 2, values: [1, 0, 0, 1, 1, 1])
    #expect(left.times(right).values == [4, 5, 10, 11])
    #expect(left.times(right, bias: [-5, 1], hasReLU: true).values == [0, 6, 5, 12])
    #expect(left.transposed.values == [1, 4, 2, 5, 3, 6])
    #expect(left.columnSums == [5, 7, 9])
    #expect(left.columnMeans(of: 1..<2) == [4, 5, 6])
  }
}
