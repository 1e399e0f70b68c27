internal import SoundSpectra

/// From samples at one rate to ranked peaks.
///
/// *Confined*: a value. A copy goes on by itself, which is how a signature is made of a sound that has
/// not ended.
struct SignatureStream {
  private var resampler: RationalResampler
  private var spectrum: LogSpectrumStream
  private var maxima: LocalMaximaStream
  private var ranking = PeakRanking()
  private var resampled: [Float] = []
  /// The peaks whose rank is certain, by time.
  private(set) var peaks: [SpectralPeak] = []

  /// Bins in a row of the spectrum: the peaks' and their surroundings.
  private static let binCount = 688

  init(sampleRate: Int) {
    resampler = RationalResampler(
      from: sampleRate, to: PeakGrid.sampleRate,
      passband: Double(PeakGrid.bins.upperBound) * PeakGrid.binWidth * 1.02)
    spectrum = LogSpectrumStream(
      windowLength: PeakGrid.windowLength, hopLength: PeakGrid.hopLength, binCount: Self.binCount)
    maxima = LocalMaximaStream(binCount: Self.binCount, bins: PeakGrid.bins)
  }

  /// Takes the next samples.
  mutating func process(_ samples: UnsafeBufferPointer<Float>) {
    resampled.removeAll(keepingCapacity: true)
    unsafe resampler.process(samples, into: &resampled)
    unsafe spectrum.process(resampled) { row in
      unsafe maxima.process(row) { ranking.append($0) }
    }
    ranking.rank(rowCount: maxima.rowCount - LocalMaximaStream.meanReach, into: &peaks)
  }

  /// Ends the sound after `sampleCount` samples at ``PeakGrid/sampleRate`` and gives all of its peaks.
  mutating func finish(sampleCount: Int) -> [SpectralPeak] {
    let rowCount = sampleCount / PeakGrid.hopLength + 1
    let silence = [Float](repeating: 0, count: PeakGrid.windowLength)
    // Input silence until all rows centred on the sound are there.
    while maxima.rowCount < rowCount {
      resampled.removeAll(keepingCapacity: true)
      unsafe silence.withUnsafeBufferPointer { unsafe resampler.process($0, into: &resampled) }
      unsafe spectrum.process(resampled) { row in
        guard maxima.rowCount < rowCount else { return }
        unsafe maxima.process(row) { ranking.append($0) }
      }
    }
    maxima.finish { ranking.append($0) }
    ranking.finish(rowCount: maxima.rowCount, into: &peaks)
    // Within a row, interpolation may have changed the order.
    let end = Int32(sampleCount * 1000 / PeakGrid.sampleRate)
    peaks.removeAll { $0.time >= end }
    peaks.sort { ($0.time, $0.frequency, $0.rank) < ($1.time, $1.frequency, $1.rank) }
    // Two maxima may be interpolated to the same point; the stronger one stays.
    var last: SpectralPeak?
    peaks.removeAll { peak in
      defer { last = peak }
      return peak.time == last?.time && peak.frequency == last?.frequency
    }
    return peaks
  }
}
