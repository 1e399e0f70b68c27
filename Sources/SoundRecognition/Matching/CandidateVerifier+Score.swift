internal import Glibc

extension CandidateVerifier {
  /// The evidence in each quarter of a second, cut where it is too good: a drum loop that two songs
  /// share makes some of them very good and leaves others bad.
  func score(_ hits: [Hit], of peaks: [SpectralPeak], _ alignment: Alignment, share: Double)
    -> Double
  {
    let segmentLength: Float = 15.625
    let count = Int((query.frameCount / segmentLength).rounded(.up))
    var segments = [Double](repeating: 0, count: count)
    let miss = log(1 - share)
    for hit in hits {
      segments[min(Int(hit.time / segmentLength), count - 1)] +=
        log(1 - share + share * Double(hit.likelihood)) - miss
    }
    forEachExpected(peaks, alignment) { time, _ in
      segments[min(Int(time / segmentLength), count - 1)] += miss
    }
    let sum = segments.reduce(0) { $0 + min($1, 8 + 0.4 * ($1 - 8)) }
    return sum / Double(count + 8) - Self.penalty(alignment)
  }

  /// What it costs to believe in a query that is faster or higher: most are not, and where all notes
  /// are one semitone off, it is another riff of the same instrument as often.
  private static func penalty(_ alignment: Alignment) -> Double {
    let stretch = abs(alignment.stretch - 1)
    let skew = abs(alignment.skew - 1)
    if stretch <= 0.004, skew <= 0.004 { return 0 }
    let isCommon =
      stretch <= 0.006 || skew <= 0.006 || abs(alignment.stretch - alignment.skew) <= 0.006
    return isCommon ? 1.6 : 2.4
  }
}
