internal import CSoundKernels
internal import SoundSpectra

/// Ranks the maxima of a spectrogram among those of the second around them and drops the faintest: what
/// is left has the same density in loud and in quiet passages.
///
/// *Confined*: a value, whose copies go on by themselves.
struct PeakRanking {
  /// Rows to each side in which peaks compete: peaks come out so much later.
  private static let reach = 31
  /// Peaks in a row on average, at each density.
  private static let densities = PeakDensity.allCases.map {
    $0.peaksPerSecond * PeakGrid.secondsPerFrame
  }

  private var waiting: [LocalMaximaStream.Maximum] = []
  private var saliences: [Float] = []
  /// The first of `waiting` that has no rank yet.
  private var next = 0
  /// The first of `waiting` that competes with `next`, and the one behind the last.
  private var firstRival = 0
  private var endOfRivals = 0

  /// Takes the next maximum.
  mutating func append(_ maximum: LocalMaximaStream.Maximum) {
    waiting.append(maximum)
    saliences.append(maximum.salience)
  }

  /// Appends the peaks to `peaks` whose rank is certain when all maxima of the first `rowCount` rows
  /// have come, of a sound that goes on.
  mutating func rank(rowCount: Int, into peaks: inout [SpectralPeak]) {
    while next < waiting.count, waiting[next].row + Self.reach < rowCount {
      rankNext(lastRow: .max, into: &peaks)
    }
    guard firstRival > 4096 else { return }
    waiting.removeFirst(firstRival)
    saliences.removeFirst(firstRival)
    next -= firstRival
    endOfRivals -= firstRival
    firstRival = 0
  }

  /// Ranks what is left at the end of a sound of `rowCount` rows.
  mutating func finish(rowCount: Int, into peaks: inout [SpectralPeak]) {
    while next < waiting.count { rankNext(lastRow: rowCount - 1, into: &peaks) }
  }

  private mutating func rankNext(lastRow: Int, into peaks: inout [SpectralPeak]) {
    let maximum = waiting[next]
    let first = max(0, maximum.row - Self.reach)
    let last = min(lastRow, maximum.row + Self.reach)
    while waiting[firstRival].row < first { firstRival += 1 }
    while endOfRivals < waiting.count, waiting[endOfRivals].row <= last { endOfRivals += 1 }
    let stronger = unsafe saliences.withUnsafeBufferPointer { saliences in
      guard let base = saliences.baseAddress else { return 0 }
      return unsafe soundwatch_count_above(
        base + firstRival, endOfRivals - firstRival, maximum.salience)
    }
    next += 1
    let perRow = Double(stronger) / Double(last - first + 1)
    guard let rank = Self.densities.firstIndex(where: { perRow < $0 }) else { return }
    let steps = Float(PeakGrid.stepsPerFrame)
    peaks.append(
      SpectralPeak(
        time: Int32(maximum.row * PeakGrid.stepsPerFrame)
          + Int32((maximum.rowOffset * steps).rounded()),
        frequency: UInt16((maximum.frequency * Float(PeakGrid.stepsPerBin)).rounded()),
        rank: UInt8(rank)))
  }
}
