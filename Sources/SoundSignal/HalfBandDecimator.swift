/// Halves the sample rate of a signal, whatever the size of the pieces that it arrives in.
///
/// The filter is a half-band FIR: every second tap is zero and the middle one is 1/2, so an output
/// costs ``pairCount`` multiplications. It is made for analysis of the band below 7.8 kHz at rates of
/// 40 kHz and more: up to 0.18 of the input rate (7.94 kHz at 44.1 kHz) the ripple stays under
/// 0.001 dB, and whatever would fold down onto that band, from 0.32 of the input rate on, is lowered
/// by more than 80 dB. Tests measure both.
///
/// *Confined*; *Realtime*: neither allocates nor waits once made.
package struct HalfBandDecimator: Sendable {
  /// The number of tap pairs around the middle one.
  package static let pairCount = 11
  /// How many input frames the output lags behind: output `n` is centred on input `2n`, counted from
  /// a start that is preceded by silence.
  package static let halfLength = 2 * pairCount - 1

  private let taps: [Float]
  /// The last inputs that coming outputs still need, then the inputs of the call under way.
  private var history: [Float]
  private var historyCount: Int

  /// - Parameter maximumInput: the longest piece that a single call may bring.
  package init(maximumInput: Int) {
    taps = Self.designTaps()
    history = [Float](repeating: 0, count: maximumInput + 2 * Self.halfLength + 2)
    historyCount = Self.halfLength
  }

  /// Takes the next samples and gives those at half the rate that can be computed by now.
  /// - Returns: the number of samples written to `output`, which must have room for half of the
  ///   input's plus one.
  package mutating func process(
    _ input: UnsafeBufferPointer<Float>, into output: UnsafeMutableBufferPointer<Float>
  ) -> Int {
    precondition(
      historyCount + input.count <= history.count, "The piece is longer than announced.")
    let total = historyCount + input.count
    let length = 2 * Self.halfLength + 1
    let outputCount = total >= length ? (total - length) / 2 + 1 : 0
    precondition(outputCount <= output.count)
    unsafe history.withUnsafeMutableBufferPointer { history in
      for index in input.indices {
        unsafe history[historyCount + index] = input[index]
      }
      unsafe taps.withUnsafeBufferPointer { taps in
        for n in 0..<outputCount {
          let middle = 2 * n + Self.halfLength
          unsafe output[n] = unsafe 0.5 * history[middle]
        }
        // Tap by tap over all outputs, which the compiler turns into vector code; each output still
        // adds up in the same order, so the result does not depend on the size of the pieces.
        for k in 0..<Self.pairCount {
          let distance = 2 * k + 1
          let tap = unsafe taps[k]
          for n in 0..<outputCount {
            let middle = 2 * n + Self.halfLength
            unsafe output[n] += unsafe tap * (history[middle - distance] + history[middle + distance])
          }
        }
      }
      let used = 2 * outputCount
      historyCount = total - used
      for index in 0..<historyCount {
        unsafe history[index] = unsafe history[used + index]
      }
    }
    return outputCount
  }

  /// A sinc at a quarter of the rate under a Kaiser window for 90 dB.
  private static func designTaps() -> [Float] {
    let beta = 0.1102 * (90 - 8.7)
    let half = Double(halfLength + 1)
    var taps = (0..<pairCount).map { k -> Double in
      let distance = Double(2 * k + 1)
      let sign = k.isMultiple(of: 2) ? 1.0 : -1.0
      let edge = (1 - (distance / half) * (distance / half)).squareRoot()
      return sign / (.pi * distance) * besselI0(beta * edge) / besselI0(beta)
    }
    // Unity gain at zero hertz: the middle tap gives one half, the pairs must give the other.
    let sum = 2 * taps.reduce(0, +)
    taps = taps.map { $0 * 0.5 / sum }
    return taps.map { Float($0) }
  }

  /// The modified Bessel function of order zero, by its power series.
  private static func besselI0(_ x: Double) -> Double {
    var (sum, term, k) = (1.0, 1.0, 1.0)
    while term > sum * 1e-17 {
      term *= (x / (2 * k)) * (x / (2 * k))
      sum += term
      k += 1
    }
    return sum
  }
}
