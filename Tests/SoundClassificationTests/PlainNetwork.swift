import SoundSignal

@testable import SoundClassification

/// A model's network as its manifest describes it, in plain loops and double precision: slow, and
/// sharing nothing with the runtime but the manifest.
struct PlainNetwork {
  private struct Values {
    var times: Int
    var frequencies: Int
    var channels: Int
    var numbers: [Double]

    func at(_ time: Int, _ frequency: Int, _ channel: Int) -> Double {
      guard time >= 0, (0..<frequencies).contains(frequency) else { return 0 }
      return numbers[(time * frequencies + frequency) * channels + channel]
    }
  }

  private let layers: [ModelManifest.Layer]
  private let weights: [Double]

  init(_ model: SoundModel) {
    layers = model.manifest.layers
    weights = model.network.unpackedWeights(like: model.manifest)
  }

  /// The outputs of every score, as if zeros came before the first frame.
  func run(_ frames: [[Float]]) -> [[Double]] {
    var values = Values(
      times: frames.count, frequencies: frames[0].count, channels: 1,
      numbers: frames.flatMap { $0.map { Double($0) } })
    var saved = values
    for layer in layers {
      switch layer.kind {
      case .save:
        saved = values
        continue
      case .add:
        for index in values.numbers.indices { values.numbers[index] += saved.numbers[index] }
      case .convolution, .depthwise: values = convolve(values, layer)
      case .pointwise, .dense: values = multiply(values, layer)
      }
      if layer.activation == "relu" { values.numbers = values.numbers.map { max($0, 0) } }
    }
    let width = values.frequencies * values.channels
    return (0..<values.times).map { Array(values.numbers[$0 * width..<($0 + 1) * width]) }
  }

  private func multiply(_ values: Values, _ layer: ModelManifest.Layer) -> Values {
    let (inputs, outputs) = (layer.inputs ?? 0, layer.outputs ?? 0)
    let (weights, bias) = (layer.weights ?? 0, layer.bias ?? 0)
    let rows = values.numbers.count / inputs
    var numbers: [Double] = []
    for row in 0..<rows {
      for output in 0..<outputs {
        var total = self.weights[bias + output]
        for input in 0..<inputs {
          total +=
            values.numbers[row * inputs + input]
            * self.weights[weights + input * outputs + output]
        }
        numbers.append(total)
      }
    }
    return Values(
      times: values.times, frequencies: layer.kind == .dense ? 1 : values.frequencies,
      channels: outputs, numbers: numbers)
  }

  private func convolve(_ values: Values, _ layer: ModelManifest.Layer) -> Values {
    let kernel = layer.kernel ?? [1, 1]
    let stride = layer.stride ?? [1, 1]
    let padding = layer.frequencyPadding ?? [0, 0]
    let dilation = layer.dilation ?? 1
    let isDepthwise = layer.kind == .depthwise
    let outputs = (isDepthwise ? layer.channels : layer.outputChannels) ?? 0
    let (weights, bias) = (layer.weights ?? 0, layer.bias ?? 0)
    // Causal: the last tap of the first output lies on the last of the first `stride` times.
    let history = (kernel[0] - 1) * dilation + 1 - stride[0]
    let times = values.times / stride[0]
    let frequencies = (values.frequencies + padding[0] + padding[1] - kernel[1]) / stride[1] + 1
    var numbers: [Double] = []
    for time in 0..<times {
      for frequency in 0..<frequencies {
        for output in 0..<outputs {
          var total = self.weights[bias + output]
          for t in 0..<kernel[0] {
            for f in 0..<kernel[1] {
              let inputTime = time * stride[0] + t * dilation - history
              let inputFrequency = frequency * stride[1] + f - padding[0]
              let tap = t * kernel[1] + f
              if isDepthwise {
                total +=
                  values.at(inputTime, inputFrequency, output)
                  * self.weights[weights + tap * outputs + output]
              } else {
                for input in 0..<values.channels {
                  total +=
                    values.at(inputTime, inputFrequency, input)
                    * self.weights[weights + (tap * values.channels + input) * outputs + output]
                }
              }
            }
          }
          numbers.append(total)
        }
      }
    }
    return Values(times: times, frequencies: frequencies, channels: outputs, numbers: numbers)
  }
}

extension Network {
  /// The numbers of the model file, taken out of the form that the kernels want.
  func unpackedWeights(like manifest: ModelManifest) -> [Double] {
    var numbers: [Int: Double] = [:]
    for (step, place) in zip(plan.steps, places) {
      for output in 0..<step.outputChannels {
        numbers[step.biasOffset + output] = Double(memory[place.bias + output])
      }
      for index in 0..<step.weightCount {
        let packed: Int
        if case .depthwise = step.operation {
          packed = index
        } else {
          // Panels of 32 columns, each with all rows.
          let (row, column) = index.quotientAndRemainder(dividingBy: step.outputChannels)
          packed = (column / 32 * step.matrixInputs + row) * 32 + column % 32
        }
        numbers[step.weightsOffset + index] = Double(memory[place.weights + packed])
      }
    }
    return (0...(numbers.keys.max() ?? 0)).map { numbers[$0] ?? 0 }
  }
}
