internal import CSoundKernels
internal import SoundSignal

/// A network at work on one stream: what it remembers of the past, and room for the block under way.
///
/// Every step keeps the last rows of its input in front of the new ones, so a block continues where
/// the one before ended. How many scores a block has does not change any of them.
///
/// *Confined*; *Realtime* once made.
@safe struct NetworkStream: ~Copyable {
  private let network: Network
  /// The longest block, in scores.
  let maximumScores: Int
  private let memory: FloatMemory
  /// Where each step's input begins in `memory`, and at the end where the outputs do.
  private let places: [Int]
  /// Where convolutions gather their rows.
  private let gathered: Int

  init(_ network: Network, maximumScores: Int) {
    self.network = network
    self.maximumScores = maximumScores
    let steps = network.plan.steps
    let remembered = Set(steps.compactMap(\.residual))
    var total = 0
    func reserve(_ count: Int) -> Int {
      defer { total += (count + 15) / 16 * 16 }
      return total
    }
    // Inputs that nobody needs after their step take turns in two places: a step reads one and writes
    // the other. The first input gathers between blocks and has its own.
    let isPassing = steps.indices.map {
      $0 > 0 && steps[$0].history == 0 && !remembered.contains($0)
    }
    func inputCount(_ index: Int) -> Int {
      (steps[index].history + maximumScores * steps[index].inputTimesPerScore)
        * steps[index].inputRow
    }
    let widest = steps.indices.filter { isPassing[$0] }.map(inputCount).max() ?? 0
    let turns = [reserve(widest), reserve(widest)]
    places =
      steps.indices.map { isPassing[$0] ? turns[$0 % 2] : reserve(inputCount($0)) }
      + [reserve(maximumScores * network.plan.outputCount)]
    gathered = total
    let gatherCount = steps.map { step -> Int in
      guard case .convolution = step.operation else { return 0 }
      return maximumScores * step.inputTimesPerScore / step.timeStride * step.outputFrequencies
        * step.matrixInputs
    }
    memory = FloatMemory(count: total + (gatherCount.max() ?? 0))
  }

  /// The bytes that one more stream takes.
  var byteCount: Int { memory.count * MemoryLayout<Float>.stride }

  /// Where the next block's rows of bands are to be written, one behind the other.
  var input: UnsafeMutablePointer<Float> {
    let first = network.plan.steps[0]
    return unsafe memory.base + places[0] + first.history * first.inputRow
  }

  /// The outputs of the last block, one row a score.
  var outputs: UnsafePointer<Float> {
    unsafe UnsafePointer(memory.base + places[network.plan.steps.count])
  }

  /// What the last layer read in the last block, one row a score: a description of the sound that
  /// other classes can be learned from.
  var embeddings: UnsafePointer<Float> {
    unsafe UnsafePointer(memory.base + places[network.plan.steps.count - 1])
  }

  /// Runs the network on the rows at ``input``.
  mutating func run(scores: Int) {
    precondition((1...maximumScores).contains(scores))
    let steps = network.plan.steps
    for index in steps.indices {
      let step = steps[index]
      let source = unsafe memory.base + places[index]
      let nextHistory = index + 1 < steps.count ? steps[index + 1].history : 0
      let target = unsafe memory.base + places[index + 1] + nextHistory * step.outputRow
      let weights = unsafe network.memory.base + network.places[index].weights
      let bias = unsafe network.memory.base + network.places[index].bias
      let times = scores * step.inputTimesPerScore / step.timeStride
      switch step.operation {
      case .depthwise:
        var shape = soundwatch_depthwise_shape(
          channels: step.inputChannels, time_kernel: step.timeKernel,
          frequency_kernel: step.frequencyKernel, time_stride: step.timeStride,
          frequency_stride: step.frequencyStride, dilation: step.dilation,
          frequency_padding: step.frequencyPadding, in_frequencies: step.inputFrequencies,
          out_frequencies: step.outputFrequencies)
        unsafe soundwatch_depthwise(source, times, &shape, weights, bias, step.hasReLU, target)
      case .convolution:
        let rows = unsafe memory.base + gathered
        unsafe gather(step, times: times, from: source, into: rows)
        unsafe soundwatch_dense(
          rows, times * step.outputFrequencies, step.matrixInputs, weights, bias, nil,
          step.hasReLU, target, step.outputChannels)
      case .matrix(let positions):
        let residual: UnsafePointer<Float>?
        if let saved = step.residual {
          unsafe residual = UnsafePointer(
            memory.base + places[saved] + steps[saved].history * steps[saved].inputRow)
        } else {
          unsafe residual = nil
        }
        unsafe soundwatch_dense(
          source, times * positions, step.matrixInputs, weights, bias, residual, step.hasReLU,
          target, step.outputChannels)
      }
    }
    for (index, step) in steps.enumerated() where step.history > 0 {
      memory.shiftBack(
        at: places[index], by: scores * step.inputTimesPerScore * step.inputRow,
        length: step.history * step.inputRow)
    }
  }

  /// Lays the inputs of every output of a convolution next to each other.
  private func gather(
    _ step: NetworkPlan.Step, times: Int, from source: UnsafePointer<Float>,
    into rows: UnsafeMutablePointer<Float>
  ) {
    let channels = step.inputChannels
    var row = unsafe rows
    for time in 0..<times {
      for frequency in 0..<step.outputFrequencies {
        let start = frequency * step.frequencyStride - step.frequencyPadding
        let first = max(start, 0)
        let last = min(start + step.frequencyKernel, step.inputFrequencies)
        for tap in 0..<step.timeKernel {
          let line = unsafe source + (time * step.timeStride + tap) * step.inputRow
          unsafe row.update(repeating: 0, count: (first - start) * channels)
          unsafe (row + (first - start) * channels).update(
            from: line + first * channels, count: (last - first) * channels)
          unsafe (row + (last - start) * channels).update(
            repeating: 0, count: (start + step.frequencyKernel - last) * channels)
          unsafe row += step.frequencyKernel * channels
        }
      }
    }
  }
}

extension FloatMemory {
  /// Moves the floats that lie `distance` behind `place` to `place`.
  fileprivate func shiftBack(at place: Int, by distance: Int, length: Int) {
    precondition(place >= 0 && distance >= 0 && place + distance + length <= count)
    unsafe (base + place).update(from: base + place + distance, count: length)
  }
}
