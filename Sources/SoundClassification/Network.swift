internal import CSoundKernels
internal import SoundSignal

/// The weights of a network in the form that the kernels want, shared by all streams that run it.
///
/// *Thread-safe*: it never changes.
final class Network: Sendable {
  let plan: NetworkPlan
  /// For each step where its weights and its biases begin in `memory`.
  let places: [(weights: Int, bias: Int)]
  let memory: FloatMemory

  /// - Parameter weights: the numbers of the model file.
  init(plan: NetworkPlan, weights: [Float]) {
    self.plan = plan
    var places: [(weights: Int, bias: Int)] = []
    var total = 0
    // Kernels load whole vectors of biases, so biases get the room of a panel.
    func reserve(_ count: Int) -> Int {
      defer { total += (count + 31) / 32 * 32 }
      return total
    }
    for step in plan.steps {
      let packed: Int
      if case .depthwise = step.operation {
        packed = step.weightCount
      } else {
        packed = soundwatch_packed_size(step.matrixInputs, step.outputChannels)
      }
      places.append((reserve(packed), reserve(step.outputChannels)))
    }
    self.places = places
    memory = FloatMemory(count: total)
    unsafe weights.withUnsafeBufferPointer { weights in
      guard let source = weights.baseAddress else { return }
      for (step, place) in zip(plan.steps, places) {
        let target = unsafe memory.base + place.weights
        if case .depthwise = step.operation {
          unsafe target.update(from: source + step.weightsOffset, count: step.weightCount)
        } else {
          unsafe soundwatch_pack(
            source + step.weightsOffset, step.matrixInputs, step.outputChannels, target)
        }
        unsafe (memory.base + place.bias).update(
          from: source + step.biasOffset, count: step.outputChannels)
      }
    }
  }
}
