/// A 64-bit linear congruential generator: the same numbers on every machine, in every language.
///
/// `Models/training/goldens.py` makes its noise with the same recipe, which is how goldens from Python
/// can be checked against signals made here.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Only the upper halves of two steps: the low bits of such a generator are hardly random.
  package mutating func next() -> UInt64 {
    let high = step() >> 32
    return high << 32 | step() >> 32
  }

  /// A sample of white noise between -1 and 1.
  package mutating func nextSample() -> Double {
    Double(step() >> 40) / 0x1p24 * 2 - 1
  }

  private mutating func step() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}
