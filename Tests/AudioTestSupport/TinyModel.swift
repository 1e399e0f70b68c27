/// A model of a few numbers, made by hand: it tells low from high sounds by the energy of the lower and
/// the upper half of eight bands.
package enum TinyModel {
  package static func builder() -> ModelFileBuilder {
    let convolution: [String: Any] = [
      "kind": "convolution", "inputChannels": 1, "outputChannels": 2, "kernel": [4, 8],
      "stride": [4, 1], "frequencyPadding": [0, 0], "activation": "none", "weights": 0, "bias": 64,
    ]
    let dense: [String: Any] = [
      "kind": "dense", "inputs": 2, "outputs": 2, "activation": "none", "weights": 66, "bias": 70,
    ]
    let manifest: [String: Any] = [
      "identifier": "tiny", "description": "Low or high.", "licence": "Apache-2.0",
      "labels": ["low", "high"],
      "frontEnd": [
        "sampleRate": 8000, "windowLength": 200, "hopLength": 80, "fftLength": 256, "bands": 8,
        "lowestFrequency": 60, "highestFrequency": 3900, "floor": 1e-10,
      ] as [String: Any],
      "normalization": [
        "kind": "attackRelease", "attackTimeConstant": 0.3, "releaseTimeConstant": 2,
        "minimum": -12, "maximum": 8, "offset": 4, "scale": 3,
      ] as [String: Any],
      "framesPerScore": 4, "delayInScores": 0, "weightFormat": "float32",
      "layers": [convolution, dense],
      "heads": [
        [
          "name": "exclusive", "activation": "softmax", "offset": 0, "count": 2, "scale": [1, 1],
          "bias": [0, 0],
        ] as [String: Any]
      ],
      "segmentation": [
        "enterSilence": -60, "leaveSilence": -54, "exponent": 1, "classBias": [0, 0],
        "switchCost": 4, "quietCost": 1, "soundCost": 10, "liveSwitchCost": 2, "liveQuietCost": 1,
        "liveLag": 3, "clipRange": 40,
      ] as [String: Any],
    ]
    // The weights are ordered by time, frequency, input and output: each time adds the lower half of
    // the bands to the first output and the upper half to the second.
    let bandWeights = (0..<8).flatMap { band -> [Float] in band < 4 ? [0.25, 0] : [0, 0.25] }
    let convolutionWeights = (0..<4).flatMap { _ in bandWeights }
    let numbers: [Float] = convolutionWeights + [0, 0] + [1, 0, 0, 1] + [0, 0]
    let weights = numbers.flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * UInt32($0))) }
    }
    return ModelFileBuilder(manifest: manifest, weights: weights)
  }
}
