import Foundation

/// Numbers beside the numbers that they should be. Printed, it says how far off they are and where.
package struct GoldenComparison: CustomStringConvertible {
  package let worstDifference: Double
  package let isWithinTolerance: Bool
  package let description: String

  package init(_ values: [Double], golden: [Double], tolerance: Double) {
    guard values.count == golden.count else {
      worstDifference = .infinity
      isWithinTolerance = false
      description = "\(values.count) values instead of \(golden.count)"
      return
    }
    var (worst, place) = (0.0, 0)
    for index in values.indices {
      let difference = abs(values[index] - golden[index])
      // A difference that is not a number is the worst of all.
      if !(difference <= worst) {
        (worst, place) = (difference.isNaN ? .infinity : difference, index)
      }
    }
    worstDifference = worst
    isWithinTolerance = worst <= tolerance
    description =
      values.isEmpty
      ? "no values"
      : "off by \(worst) at \(place) of \(values.count), where \(values[place]) should be "
        + "\(golden[place]); the tolerance is \(tolerance)"
  }

  package init(_ values: [Float], golden: [Double], tolerance: Double) {
    self.init(values.map { Double($0) }, golden: golden, tolerance: tolerance)
  }
}
