/// The window that makes a filter of a sinc: the shorter its transition, the more taps it takes, by
/// Kaiser's formulas.
struct KaiserWindow {
  private let beta: Double

  /// - Parameter attenuation: by how many decibels the filter shall lower what it stops; above 50.
  init(attenuation: Double) { beta = 0.1102 * (attenuation - 8.7) }

  /// The window's value, 1 in the middle.
  /// - Parameter place: from -1 to 1.
  subscript(place: Double) -> Double {
    Self.besselI0(beta * max(0, 1 - place * place).squareRoot()) / Self.besselI0(beta)
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
