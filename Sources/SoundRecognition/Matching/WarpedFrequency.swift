internal import Glibc

/// The scale of frequencies on which pairs of peaks are compared: bins of 7.8125 Hz up to bin 200, and
/// from there on steps of half a per cent, as wide there as a bin. That is about how well frequencies
/// are kept by what happens to music.
package enum WarpedFrequency {
  /// The warped frequency of a peak: 4 to 443.
  package static func of(_ peak: SpectralPeak) -> Float { ofSteps[Int(peak.frequency)] }

  /// The warped frequency of bins.
  static func warped(_ bins: Float) -> Float {
    bins < 200 ? bins : 200 + 200 * log(bins / 200)
  }

  /// The same by a table, up to a sixteenth too low.
  @inline(__always)
  static func looked(up bins: Float) -> Float {
    ofSteps[min(Int(bins * Float(PeakGrid.stepsPerBin)), ofSteps.count - 1)]
  }

  /// The bins of each warped frequency, in eighths.
  static let binsOfEighths: [Float] = (0..<4096).map { eighths in
    let place = (Float(eighths) + 0.5) / 8
    return place < 200 ? place : 200 * exp((place - 200) / 200)
  }

  private static let ofSteps: [Float] = (0..<1 << 14).map { steps in
    warped(Float(steps) / Float(PeakGrid.stepsPerBin))
  }
}
