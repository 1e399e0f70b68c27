/// Random numbers that are the same for the same seed, on every machine: SplitMix64 (Steele, Lea and
/// Flood, "Fast splittable pseudorandom number generators", 2014).
///
/// *Confined*.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return value ^ value >> 31
  }

  /// A number from the standard normal distribution, near enough: the sum of twelve uniform ones.
  mutating func nextNormal() -> Float {
    (0..<12).reduce(Float(-6)) { sum, _ in sum + Float(next() >> 40) * 0x1p-24 }
  }

  /// Puts the elements into a random order (Fisher and Yates). The standard library's own shuffle may
  /// come to use its numbers otherwise in another version.
  mutating func shuffle<Element>(_ elements: inout [Element]) {
    for index in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(index, Int(next() % UInt64(index + 1)))
    }
  }
}
