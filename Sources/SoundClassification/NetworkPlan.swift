internal import SoundSpectra

/// The shapes of a network, worked out from its manifest and checked step by step. What passes here can
/// be run without any further check.
struct NetworkPlan: Sendable {
  /// A step that computes. `save` and `add` have become the ``residual`` of a matrix.
  struct Step: Sendable {
    enum Operation: Sendable {
      case convolution
      case depthwise
      /// A matrix over `positions` rows for every time.
      case matrix(positions: Int)
    }

    var operation: Operation
    var inputFrequencies: Int
    var inputChannels: Int
    var outputFrequencies: Int
    var outputChannels: Int
    var timeKernel = 1
    var frequencyKernel = 1
    var timeStride = 1
    var frequencyStride = 1
    var dilation = 1
    var frequencyPadding = 0
    var hasReLU: Bool
    /// The step whose input is added to this step's output.
    var residual: Int?
    var weightsOffset: Int
    var weightCount: Int
    var biasOffset: Int
    /// How many scores' worth of times the step reads: times per score at its input.
    var inputTimesPerScore: Int

    /// Times that the step reads before those of the block under way.
    var history: Int { (timeKernel - 1) * dilation + 1 - timeStride }
    var inputRow: Int { inputFrequencies * inputChannels }
    var outputRow: Int { outputFrequencies * outputChannels }
    /// The height of the weight matrix of a convolution or a matrix.
    var matrixInputs: Int {
      switch operation {
      case .convolution: timeKernel * frequencyKernel * inputChannels
      case .depthwise: 0
      case .matrix(let positions): inputRow / positions
      }
    }
  }

  private(set) var steps: [Step] = []
  let outputCount: Int
  let embeddingCount: Int

  /// Limits that keep a hostile manifest from asking for absurd work; the bundled model stays far below.
  private enum Limit {
    static let layers = 512
    static let channels = 4096
    static let kernel = 64
    static let dilation = 1024
    static let rowsOfFloats = 1 << 20
    static let historyFloats = 1 << 24
    /// What a convolution lays out for one score: inputs of every output, one beside the other.
    static let gatheredFloats = 1 << 22
  }

  init(_ manifest: ModelManifest, weightCount: Int) throws(ModelError) {
    func invalid(_ text: String) -> ModelError {
      ModelError(.invalid, "The model \(manifest.identifier) is invalid: \(text).")
    }
    guard manifest.layers.count <= Limit.layers else { throw invalid("it has too many layers") }
    guard (1...64).contains(manifest.framesPerScore) else {
      throw invalid("framesPerScore must be 1 to 64")
    }
    var frequencies = manifest.frontEnd.bands
    var channels = 1
    var times = manifest.framesPerScore
    var saved: (step: Int, row: Int, channels: Int, times: Int)?
    var floats = 0

    for (index, layer) in manifest.layers.enumerated() {
      let place = "layer \(index) (\(layer.kind.rawValue))"
      func range(_ offset: Int?, _ count: Int) throws(ModelError) -> Int {
        guard let offset, offset >= 0, count >= 0, offset <= weightCount,
          count <= weightCount - offset
        else { throw invalid("\(place) reads weights that are not there") }
        return offset
      }
      func pair(_ values: [Int]?, _ allowed: ClosedRange<Int>, _ name: String) throws(ModelError)
        -> (Int, Int)
      {
        guard let values, values.count == 2, values.allSatisfy(allowed.contains) else {
          throw invalid("\(place) has an unusable \(name)")
        }
        return (values[0], values[1])
      }
      guard layer.activation == nil || layer.activation == "relu" || layer.activation == "none"
      else { throw invalid("\(place) has the unknown activation \(layer.activation ?? "")") }
      var step: Step
      switch layer.kind {
      case .save:
        saved = (steps.count, frequencies * channels, channels, times)
        continue
      case .add:
        guard let remembered = saved, let last = steps.indices.last,
          case .matrix = steps[last].operation, steps[last].residual == nil,
          !steps[last].hasReLU, remembered.row == frequencies * channels,
          remembered.times == times, remembered.step <= last
        else {
          throw invalid("\(place) has nothing of the same shape to add to a matrix before it")
        }
        steps[last].residual = remembered.step
        steps[last].hasReLU = layer.activation == "relu"
        saved = nil
        continue
      case .convolution, .depthwise:
        let inputs = layer.kind == .convolution ? layer.inputChannels : layer.channels
        guard inputs == channels else { throw invalid("\(place) expects other channels") }
        let outputs = (layer.kind == .convolution ? layer.outputChannels : layer.channels) ?? 0
        guard (1...Limit.channels).contains(outputs) else {
          throw invalid("\(place) makes no channels, or too many")
        }
        let (kt, kf) = try pair(layer.kernel, 1...Limit.kernel, "kernel")
        let (st, sf) = try pair(layer.stride, 1...Limit.kernel, "stride")
        let (low, high) = try pair(layer.frequencyPadding, 0...Limit.kernel, "padding")
        let dilation = layer.dilation ?? 1
        guard (1...Limit.dilation).contains(dilation), low < kf, high < kf,
          layer.kind == .depthwise || dilation == 1
        else { throw invalid("\(place) has an unusable dilation or padding") }
        guard (kt - 1) * dilation + 1 >= st, times.isMultiple(of: st),
          frequencies + low + high >= kf
        else { throw invalid("\(place) has strides that do not fit") }
        step = Step(
          operation: layer.kind == .convolution ? .convolution : .depthwise,
          inputFrequencies: frequencies, inputChannels: channels,
          outputFrequencies: (frequencies + low + high - kf) / sf + 1, outputChannels: outputs,
          timeKernel: kt, frequencyKernel: kf, timeStride: st, frequencyStride: sf,
          dilation: dilation, frequencyPadding: low, hasReLU: layer.activation == "relu",
          weightsOffset: 0, weightCount: 0, biasOffset: 0, inputTimesPerScore: times)
        let perOutput = kt * kf * (layer.kind == .convolution ? channels : 1)
        step.weightCount = perOutput * outputs
        times /= st
        guard
          layer.kind == .depthwise
            || times * step.outputFrequencies * perOutput <= Limit.gatheredFloats
        else { throw invalid("\(place) needs too much memory") }
      case .pointwise, .dense:
        let width = layer.kind == .pointwise ? channels : frequencies * channels
        guard layer.inputs == width else { throw invalid("\(place) expects another input") }
        let outputs = layer.outputs ?? 0
        guard (1...Limit.channels).contains(outputs) else {
          throw invalid("\(place) makes no outputs, or too many")
        }
        let positions = layer.kind == .pointwise ? frequencies : 1
        step = Step(
          operation: .matrix(positions: positions), inputFrequencies: frequencies,
          inputChannels: channels, outputFrequencies: positions, outputChannels: outputs,
          hasReLU: layer.activation == "relu", weightsOffset: 0, weightCount: width * outputs,
          biasOffset: 0, inputTimesPerScore: times)
      }
      step.weightsOffset = try range(layer.weights, step.weightCount)
      step.biasOffset = try range(layer.bias, step.outputChannels)
      (frequencies, channels) = (step.outputFrequencies, step.outputChannels)
      guard frequencies * channels <= Limit.rowsOfFloats else {
        throw invalid("\(place) is too wide")
      }
      floats += (step.history + step.inputTimesPerScore) * step.inputRow
      guard floats <= Limit.historyFloats else { throw invalid("it needs too much memory") }
      steps.append(step)
    }
    guard let last = steps.last, case .matrix = last.operation, frequencies == 1, times == 1 else {
      throw invalid("its last layer must be a matrix that gives one result a score")
    }
    outputCount = channels
    embeddingCount = last.inputRow
    guard (0...250).contains(manifest.delayInScores) else {
      throw invalid("delayInScores must be 0 to 250")
    }
  }
}
