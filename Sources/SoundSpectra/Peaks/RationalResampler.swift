internal import CSoundKernels
internal import Glibc

/// Brings samples of any rate to another one, whatever the size of the pieces that they arrive in.
///
/// Output `n` is centred on the time `n / outputRate` of the input: the filter adds no delay. It is made
/// for analysis of the band up to `passband`; what would fold down onto that band is lowered by 70 dB,
/// and between the band and its mirror image at the output rate the filter is in no hurry.
///
/// *Confined*: a value, whose copies go on by themselves.
package struct RationalResampler {
  package let inputRate: Int
  package let outputRate: Int
  private let taps: [Float]
  private let tapCount: Int
  private let phases: Int
  /// Inputs that coming outputs need; the first output uses the first of them.
  private var pending: [Float]
  /// Where between two inputs the next output lies, in units of `1 / outputRate`.
  private var numerator = 0

  package init(from inputRate: Int, to outputRate: Int, passband: Double) {
    self.inputRate = inputRate
    self.outputRate = outputRate
    let (input, output) = (Double(inputRate), Double(outputRate))
    let edge = min(passband, 0.45 * min(input, output))
    let stop = min(output - edge, input - edge)
    // Kaiser's formula for the length that 70 dB need.
    let length = (70 - 8) / (2.285 * 2 * .pi * (stop - edge) / input)
    tapCount = (Int(length.rounded(.up)) + 15) / 16 * 16
    // More phases than these differ by less than the attenuation.
    phases = min(outputRate / Self.greatestCommonDivisor(inputRate, outputRate), 1024)
    taps = Self.design(
      tapCount: tapCount, phases: phases, cutoff: (edge + stop) / 2 / input)
    // Silence before the start, so that output 0 is centred on input 0.
    pending = [Float](repeating: 0, count: tapCount / 2 - 1)
  }

  /// How many zeros behind the last input bring out all of it.
  package var tailLength: Int { tapCount / 2 + 1 }

  /// Takes samples and appends those at the output rate that can be computed by now.
  package mutating func process(_ input: UnsafeBufferPointer<Float>, into output: inout [Float]) {
    guard inputRate != outputRate else {
      unsafe output.append(contentsOf: input)
      return
    }
    unsafe pending.append(contentsOf: input)
    guard pending.count >= tapCount else { return }
    // Output n reads from input (numerator + n * inputRate) / outputRate on, tapCount of them.
    let room = (pending.count - tapCount + 1) * outputRate - numerator
    let count = (room + inputRate - 1) / inputRate
    let first = output.count
    output.append(contentsOf: repeatElement(0, count: count))
    unsafe taps.withUnsafeBufferPointer { taps in
      guard let taps = taps.baseAddress else { return }
      var resampler = unsafe soundwatch_resampler(
        taps: taps, tap_count: tapCount, phases: phases, step: inputRate, denominator: outputRate)
      unsafe pending.withUnsafeBufferPointer { pending in
        unsafe output.withUnsafeMutableBufferPointer { output in
          guard let source = pending.baseAddress, let target = output.baseAddress else { return }
          unsafe soundwatch_resample(source, &resampler, numerator, target + first, count)
        }
      }
    }
    let (used, rest) = (numerator + count * inputRate).quotientAndRemainder(dividingBy: outputRate)
    numerator = rest
    pending.removeFirst(used)
  }

  /// A sinc under a Kaiser window for 70 dB, sampled at the places of every phase.
  private static func design(
    tapCount: Int, phases: Int, cutoff: Double
  ) -> [Float] {
    let window = KaiserWindow(attenuation: 70)
    let half = Double(tapCount) / 2
    var taps: [Float] = []
    taps.reserveCapacity(tapCount * phases)
    for phase in 0..<phases {
      let row = (0..<tapCount).map { tap -> Double in
        let distance = Double(tap) - (half - 1) - Double(phase) / Double(phases)
        let angle = 2 * .pi * cutoff * distance
        let sinc = distance == 0 ? 1 : sin(angle) / angle
        return sinc * window[distance / half]
      }
      // Unity gain at zero hertz for every phase: no ripple at the rate of the phases.
      let sum = row.reduce(0, +)
      taps += row.map { Float($0 / sum) }
    }
    return taps
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }
}
