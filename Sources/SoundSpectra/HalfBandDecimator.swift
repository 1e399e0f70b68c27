internal import CSoundKernels
internal import SoundSignal

/// Halves the sample rate of a signal, whatever the size of the pieces that it arrives in.
///
/// The filter is a half-band FIR: every second tap is zero and the middle one is 1/2, so an output
/// costs ``pairCount`` multiplications. It is made for analysis of the band below 7.8 kHz at rates of
/// 40 kHz and more: up to 0.18 of the input rate (7.94 kHz at 44.1 kHz) the ripple stays under
/// 0.001 dB, and whatever would fold down onto that band, from 0.32 of the input rate on, is lowered
/// by more than 80 dB. Tests measure both.
///
/// *Confined*; *Realtime*: neither allocates nor waits once made.
package final class HalfBandDecimator {
  /// The number of tap pairs around the middle one.
  package static let pairCount = 11
  /// How many input frames the output lags behind: output `n` is centred on input `2n`, counted from
  /// a start that is preceded by silence.
  package static let halfLength = 2 * pairCount - 1

  private let taps: FloatMemory
  /// The input split into its even and odd samples, counted so that output `n` is centred on an odd
  /// one: those that coming outputs still need, then the new ones.
  private let even: FloatMemory
  private let odd: FloatMemory
  private var evenCount: Int
  private var oddCount = 0
  private var nextIsEven = false

  /// - Parameter maximumInput: the longest piece that a single call may bring.
  package init(maximumInput: Int) {
    taps = FloatMemory(count: Self.pairCount)
    for (index, tap) in Self.designTaps().enumerated() { unsafe taps.base[index] = tap }
    even = FloatMemory(count: maximumInput / 2 + 3 * Self.pairCount)
    odd = FloatMemory(count: maximumInput / 2 + 3 * Self.pairCount)
    // Silence before the start: the first input is odd, and the first output is centred on it.
    evenCount = Self.pairCount
  }

  /// Takes the next samples and gives those at half the rate that can be computed by now.
  /// - Returns: the number of samples written to `output`, which must have room for half of the
  ///   input's plus one.
  package func process(
    _ input: UnsafeBufferPointer<Float>, into output: UnsafeMutableBufferPointer<Float>
  ) -> Int {
    precondition(
      evenCount + input.count / 2 < even.count && oddCount + input.count / 2 < odd.count,
      "The piece is longer than announced.")
    unsafe split(input)
    let count = max(0, min(oddCount, evenCount - 2 * Self.pairCount + 1))
    precondition(count <= output.count)
    guard count > 0, let target = output.baseAddress else { return 0 }
    unsafe soundwatch_half_band(even.base, odd.base, taps.base, Self.pairCount, target, count)
    evenCount -= count
    oddCount -= count
    unsafe even.base.update(from: even.base + count, count: evenCount)
    unsafe odd.base.update(from: odd.base + count, count: oddCount)
    return count
  }

  private func split(_ input: UnsafeBufferPointer<Float>) {
    guard input.count > 0 else { return }
    var index = 0
    if nextIsEven {
      unsafe even.base[evenCount] = unsafe input[0]
      evenCount += 1
      index = 1
    }
    let pairs = (input.count - index) / 2
    for pair in 0..<pairs {
      unsafe odd.base[oddCount + pair] = unsafe input[index + 2 * pair]
      unsafe even.base[evenCount + pair] = unsafe input[index + 2 * pair + 1]
    }
    oddCount += pairs
    evenCount += pairs
    index += 2 * pairs
    nextIsEven = index < input.count
    if nextIsEven {
      unsafe odd.base[oddCount] = unsafe input[index]
      oddCount += 1
    }
  }

  /// A sinc at a quarter of the rate under a Kaiser window for 90 dB.
  private static func designTaps() -> [Float] {
    let window = KaiserWindow(attenuation: 90)
    let half = Double(halfLength + 1)
    var taps = (0..<pairCount).map { k -> Double in
      let distance = Double(2 * k + 1)
      let sign = k.isMultiple(of: 2) ? 1.0 : -1.0
      return sign / (.pi * distance) * window[distance / half]
    }
    // Unity gain at zero hertz: the middle tap gives one half, the pairs must give the other.
    let sum = 2 * taps.reduce(0, +)
    taps = taps.map { $0 * 0.5 / sum }
    return taps.map { Float($0) }
  }
}
