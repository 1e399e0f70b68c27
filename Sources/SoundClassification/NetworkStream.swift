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
    var places: [Int] = []
    var (total, gathered) = (0, 0)
    for step in network.plan.steps {
      places.append(total)
      let rows = step.history + maximumScores * step.inputTimesPerScore
      total += (rows * step.inputRow + 15) / 16 * 16
      if case .convolution = step.operation {
        let times = maximumScores * step.inputTimesPerScore / step.timeStride
        gathered = max(gathered, times * step.outputFrequencies * step.matrixInputs)
      }
    }
    places.append(total)
    total += (maximumScores * network.plan.outputCount + 15) / 16 * 16
    self.gathered = total
    self.places = places
    memory = FloatMemory(count: total + gathered)
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
