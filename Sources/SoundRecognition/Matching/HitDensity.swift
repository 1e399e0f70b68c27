internal import Glibc

/// How the errors of right hits are distributed: mostly tight, some wide.
struct HitDensity {
  private static let (frequencySteps, timeSteps): (Float, Float) = (64, 32)
  private let tightFrequency, wideFrequency, tightTime, wideTime: [Float]

  init() {
    func laplace(_ scale: Float, share: Float, steps: Float, reach: Float) -> [Float] {
      (0...Int(reach * steps) + 1).map {
        share * exp(-Float($0) / steps / scale) / (2 * scale)
      }
    }
    tightFrequency = laplace(0.12, share: 0.7, steps: Self.frequencySteps, reach: 2)
    wideFrequency = laplace(0.4, share: 0.3, steps: Self.frequencySteps, reach: 2)
    tightTime = laplace(0.45, share: 1, steps: Self.timeSteps, reach: 6)
    wideTime = laplace(1.3, share: 1, steps: Self.timeSteps, reach: 6)
  }

  /// The density at errors in frames and in bins.
  subscript(time: Float, frequency: Float) -> Float {
    let t = Int(abs(time) * Self.timeSteps + 0.5)
    let f = Int(abs(frequency) * Self.frequencySteps + 0.5)
    return tightFrequency[f] * tightTime[t] + wideFrequency[f] * wideTime[t]
  }
}
