internal import CSoundKernels
internal import Glibc

/// Triangular mel bands as sparse runs of weights over the bins of a power spectrum.
///
/// The bands are defined at the bins of the configuration's own transform: mel = 1127 ln(1 + f/700),
/// triangles of height 1 between neighbouring centres (the HTK form, which librosa calls `htk=True,
/// norm=None`). For a spectrum of another rate or length, each of those defining bins is read off the
/// other spectrum by linear interpolation. So a sound gives nearly the same bands at every sample
/// rate, which plain triangles do not: the lowest are hardly wider than a bin.
package struct MelFilterbank: Sendable {
  package let bandCount: Int
  package private(set) var firstBins: [Int32] = []
  package private(set) var offsets: [Int32] = [0]
  package private(set) var weights: [Float] = []

  /// - Parameters:
  ///   - sampleRate: the rate of the signal whose spectrum is to be weighted.
  ///   - fftLength: the length of that spectrum's transform.
  ///   - scale: a factor for all weights, such as the window's normalization.
  package init(
    _ configuration: LogMelConfiguration, sampleRate: Int, fftLength: Int, scale: Double = 1
  ) {
    bandCount = configuration.bands
    let binCount = fftLength / 2 + 1
    let edges = Self.bandEdges(configuration)
    let definingSpacing = Double(configuration.sampleRate) / Double(configuration.fftLength)
    let spacing = Double(sampleRate) / Double(fftLength)
    for band in 0..<bandCount {
      let (low, centre, high) = (edges[band], edges[band + 1], edges[band + 2])
      var row = [Double](repeating: 0, count: binCount + 1)
      for definingBin in 0...configuration.fftLength / 2 {
        let frequency = Double(definingBin) * definingSpacing
        let weight = min(
          (frequency - low) / (centre - low), (high - frequency) / (high - centre))
        let place = frequency / spacing
        guard weight > 0, place <= Double(binCount - 1) else { continue }
        let bin = Int(place)
        row[bin] += weight * (1 - (place - Double(bin)))
        row[bin + 1] += weight * (place - Double(bin))
      }
      append(row: row.map { $0 * scale })
    }
  }

  /// The frequencies where triangles begin, peak and end.
  private static func bandEdges(_ configuration: LogMelConfiguration) -> [Double] {
    func mel(_ frequency: Double) -> Double { 1127 * log(1 + frequency / 700) }
    let lowest = mel(configuration.lowestFrequency)
    let step = (mel(configuration.highestFrequency) - lowest) / Double(configuration.bands + 1)
    return (0..<configuration.bands + 2).map { index in
      700 * (exp((lowest + step * Double(index)) / 1127) - 1)
    }
  }

  /// Adds a band, its weights filled up to whole fours as the kernels want them.
  private mutating func append(row: [Double]) {
    let first = row.firstIndex { $0 > 0 } ?? 0
    let last = row.lastIndex { $0 > 0 } ?? first
    firstBins.append(Int32(first))
    for bin in first..<(first + (last - first + 4) / 4 * 4) {
      weights.append(bin < row.count ? Float(row[bin]) : 0)
    }
    offsets.append(Int32(weights.count))
  }

  /// Lends the bands to the kernels.
  func withKernelBank<Result>(
    _ body: (UnsafePointer<soundwatch_filterbank>) -> Result
  ) -> Result {
    unsafe firstBins.withUnsafeBufferPointer { firstBins in
      unsafe offsets.withUnsafeBufferPointer { offsets in
        unsafe weights.withUnsafeBufferPointer { weights in
          // The arrays are never empty: there is at least one band.
          guard let bins = firstBins.baseAddress, let starts = offsets.baseAddress,
            let values = weights.baseAddress
          else { preconditionFailure("A filterbank without bands.") }
          var bank = unsafe soundwatch_filterbank(
            band_count: Int32(bandCount), first_bin: bins, weight_offset: starts, weights: values)
          return unsafe body(&bank)
        }
      }
    }
  }
}
