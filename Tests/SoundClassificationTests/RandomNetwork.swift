import AudioTestSupport

@testable import SoundClassification

/// A model of a random shape with random weights.
struct RandomNetwork {
  let model: SoundModel
  /// The layers in a few words, for messages.
  let shape: String

  init(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    var layers: [[String: Any]] = []
    var numberCount = 0
    func take(_ count: Int) -> Int {
      defer { numberCount += count }
      return numberCount
    }
    let bands = pick(6...20)
    var (frequencies, channels) = (bands, 1)
    func pointwise(_ outputs: Int, activation: String) -> [String: Any] {
      [
        "kind": "pointwise", "inputs": channels, "outputs": outputs, "activation": activation,
        "weights": take(channels * outputs), "bias": take(outputs),
      ]
    }
    // Two layers halve the time: framesPerScore is 4.
    for index in 0..<2 {
      let isDepthwise = index == 1 && pick(0...1) == 1
      let (kt, kf, sf, padding) = (pick(2...4), pick(1...3), pick(1...2), pick(0...1))
      let low = min(padding, kf - 1)
      let outputs = isDepthwise ? channels : pick(1...20)
      var layer: [String: Any] = [
        "kind": isDepthwise ? "depthwise" : "convolution", "kernel": [kt, kf], "stride": [2, sf],
        "frequencyPadding": [low, 0], "activation": pick(0...1) == 0 ? "relu" : "none",
        "weights": take(kt * kf * (isDepthwise ? 1 : channels) * outputs), "bias": take(outputs),
      ]
      if isDepthwise {
        layer["channels"] = channels
      } else {
        layer["inputChannels"] = channels
        layer["outputChannels"] = outputs
      }
      layers.append(layer)
      frequencies = (frequencies + low - kf) / sf + 1
      channels = outputs
    }
    for _ in 0..<pick(1...3) {
      layers.append(["kind": "save"])
      let (kt, dilation) = (pick(1...4), pick(1...5))
      layers.append([
        "kind": "depthwise", "channels": channels, "kernel": [kt, 3], "stride": [1, 1],
        "frequencyPadding": [1, 1], "dilation": dilation,
        "activation": pick(0...1) == 0 ? "relu" : "none", "weights": take(kt * 3 * channels),
        "bias": take(channels),
      ])
      let wider = pick(1...40)
      layers.append(pointwise(wider, activation: "relu"))
      let narrower = channels
      channels = wider
      layers.append(pointwise(narrower, activation: "none"))
      channels = narrower
      layers.append(["kind": "add", "activation": pick(0...1) == 0 ? "relu" : "none"])
    }
    for outputs in [pick(1...50), 2] {
      layers.append([
        "kind": "dense", "inputs": frequencies * channels, "outputs": outputs,
        "activation": outputs == 2 ? "none" : "relu",
        "weights": take(frequencies * channels * outputs), "bias": take(outputs),
      ])
      (frequencies, channels) = (1, outputs)
    }
    var builder = TinyModel.builder()
    builder.manifest["layers"] = layers
    if var frontEnd = builder.manifest["frontEnd"] as? [String: Any] {
      frontEnd["bands"] = bands
      builder.manifest["frontEnd"] = frontEnd
    }
    builder.weights = (0..<numberCount).flatMap { _ in
      let number = Float(generator.nextSample() * 0.3)
      return (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * UInt32($0))) }
    }
    model = try SoundModel(bytes: builder.bytes())
    shape = layers.map { layer in
      "\(layer["kind"] ?? "") \(layer["kernel"] ?? "") \(layer["outputs"] ?? layer["outputChannels"] ?? "")"
    }.joined(separator: ", ")
  }
}
