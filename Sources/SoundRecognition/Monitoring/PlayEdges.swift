import Foundation

/// Finds to a fraction of a second where a recording begins and ends in a broadcast: where the peaks of
/// its signature begin, and cease, to be found again.
struct PlayEdges {
  /// The signature of the recording, as a catalog keeps it.
  let reference: Signature
  /// The peaks of the broadcast, and where their times count from, in seconds.
  let heard: [SpectralPeak]
  let origin: TimeInterval

  /// How far from its place a peak may lie, in milliseconds and in steps of frequency. Twice what
  /// clean sound needs.
  private static let timeTolerance = 40.0
  private static let frequencyTolerance = 1.5 * Double(PeakGrid.stepsPerBin)
  /// The share of a reference's peaks that is found by chance.
  private static let chance = 0.12
  /// Where so few are found in the middle of the play, the edges are as unclear.
  private static let fewestInside = 0.25

  /// - Parameters:
  ///   - candidate: the play.
  ///   - range: when it plays, as far as the slices tell.
  ///   - step: the distance between slices, in seconds.
  func refined(
    _ candidate: PlayCandidate, range: Range<TimeInterval>, step: TimeInterval
  ) -> Range<TimeInterval> {
    let (first, last) = (candidate.first, candidate.last)
    let atStart = found(
      in: first.slice.lowerBound - 2 * step..<first.slice.upperBound + step, on: first)
    let atEnd = found(
      in: last.slice.lowerBound - step..<last.slice.upperBound + 2 * step, on: last)
    let start = Self.edge(atStart)
    let end = Self.edge(atEnd.reversed().map { (-$0.time, $0.isFound) }).map { -$0 }
    let refined = (lower: start ?? range.lowerBound, upper: end ?? range.upperBound)
    guard refined.lower < refined.upper else { return range }
    // Where the recording itself begins or ends, there is the edge: its first peaks may be faint.
    let whole = (first.time(of: 0), last.time(of: reference.duration))
    let lower = abs(whole.0 - refined.lower) < 1 ? whole.0 : refined.lower
    let upper = abs(whole.1 - refined.upper) < 1 ? whole.1 : refined.upper
    return max(0, lower)..<max(upper, max(0, lower))
  }

  /// The reference's peaks that should be heard in a stretch of the broadcast, by time, and whether
  /// they are.
  private func found(
    in stretch: Range<TimeInterval>, on line: PlayCandidate.Sighting
  ) -> [(time: TimeInterval, isFound: Bool)] {
    let times =
      Int32(
        clamping: Int(line.offset(at: stretch.lowerBound) * 1000))..<Int32(
        clamping: Int(line.offset(at: stretch.upperBound) * 1000))
    let first = reference.peaks.partitioningIndex { $0.time >= times.lowerBound }
    let end = reference.peaks.partitioningIndex { $0.time >= times.upperBound }
    return reference.peaks[first..<max(first, end)].map { peak in
      let time = line.time(of: Double(peak.time) / 1000)
      let frequency = Double(peak.frequency) * (1 + line.match.frequencySkew)
      return (time, isHeard(at: (time - origin) * 1000, frequency: frequency))
    }
  }

  private func isHeard(at time: Double, frequency: Double) -> Bool {
    var index = heard.partitioningIndex { Double($0.time) >= time - Self.timeTolerance }
    while index < heard.endIndex, Double(heard[index].time) <= time + Self.timeTolerance {
      if abs(Double(heard[index].frequency) - frequency) <= Self.frequencyTolerance { return true }
      index += 1
    }
    return false
  }

  /// The time from which on peaks are found more often than by chance: the one that makes what is seen
  /// most probable. `nil` when that is not clear.
  private static func edge(_ peaks: [(time: TimeInterval, isFound: Bool)]) -> TimeInterval? {
    let inside = peaks.suffix(peaks.count / 3)
    guard inside.count >= 20 else { return nil }
    let share = min(0.95, Double(inside.count { $0.isFound }) / Double(inside.count))
    guard share >= fewestInside else { return nil }
    let forFound = log(share / chance)
    let forMissing = log((1 - share) / (1 - chance))
    var sum = 0.0
    var best = (sum: 0.0, time: TimeInterval?.none)
    for peak in peaks.reversed() {
      sum += peak.isFound ? forFound : forMissing
      if sum > best.sum { best = (sum, peak.time) }
    }
    return best.time
  }
}
