public import FoundationEssentials

/// The fingerprint of a sound: where its spectrogram has its peaks, and nothing else.
///
/// A signature tells whether two recordings are the same and how they lie on each other. The sound
/// cannot be made from it again: of some 32,000 bytes of samples a second, about 400 bytes of peak
/// positions are left, without levels and phases.
///
/// ```swift
/// let signature = try Signature(dataRepresentation: Data(contentsOf: file))
/// for try await part in try signature.slices(from: 0, duration: 12) { … }
/// ```
///
/// *Thread-safe*: a value.
public struct Signature: Sendable, Hashable {
  /// The peaks, by time and then by frequency.
  package let peaks: [SpectralPeak]
  /// The length of the sound in samples at ``PeakGrid/sampleRate``.
  package let sampleCount: Int

  /// The longest sound that a signature describes: a week.
  package static let maximumSampleCount = 7 * 86_400 * PeakGrid.sampleRate

  /// Makes a signature of peaks that are in order and within its length.
  package init(peaks: [SpectralPeak], sampleCount: Int) {
    precondition((0...Self.maximumSampleCount).contains(sampleCount))
    self.peaks = peaks
    self.sampleCount = sampleCount
  }

  /// The length of the sound in seconds, without digital silence at its end: a sound of nothing but
  /// digital silence has a signature of duration 0.
  public var duration: TimeInterval { Double(sampleCount) / Double(PeakGrid.sampleRate) }

  /// The signature with as many peaks as a catalog keeps of a reference: of about a quarter of the
  /// size. Thinning it again changes nothing.
  package var asReference: Signature { thinned(to: .reference) }

  /// Leaves out the peaks that a thinner signature does not have.
  package func thinned(to density: PeakDensity) -> Signature {
    Signature(peaks: peaks.filter { $0.rank <= density.rawValue }, sampleCount: sampleCount)
  }

  /// The part of the signature in a range of milliseconds, its times counted from the range's start.
  package func part(_ range: Range<Int>) -> Signature {
    let first = peaks.partitioningIndex { Int($0.time) >= range.lowerBound }
    let end = peaks.partitioningIndex { Int($0.time) >= range.upperBound }
    let samplesPerMillisecond = PeakGrid.sampleRate / 1000
    let start = Int32(range.lowerBound)
    return Signature(
      peaks: peaks[first..<max(first, end)].map {
        SpectralPeak(time: $0.time - start, frequency: $0.frequency, rank: $0.rank)
      },
      sampleCount: max(
        0,
        min(sampleCount, range.upperBound * samplesPerMillisecond)
          - range.lowerBound * samplesPerMillisecond))
  }
}

extension Collection {
  /// The first index whose element satisfies a condition that holds from some point on to the end.
  package func partitioningIndex(where condition: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if condition(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
