/// A query's peaks, prepared for being looked up by time and frequency, with how much more likely each is
/// to be hit by chance than in a right match.
///
/// *Thread-safe*: a value.
struct QueryPeaks {
  /// Peaks lie together by cells of so many frames and bins, so that few have to be looked at.
  private static let cell: (frames: Float, bins: Float) = (8, 16)
  private static let rows = PeakGrid.bins.upperBound / Int(cell.bins) + 1

  /// How much hits on rows of peaks are discounted.
  private static let rowShare: Float = 0.3

  /// The length of the query in frames.
  let frameCount: Float
  private let columns: Int
  /// Times in frames and frequencies in bins, cell by cell.
  private let times: [Float]
  private let frequencies: [Float]
  /// For each cell, the place of its first peak, and one more for the end.
  private let firstOfCell: [Int32]
  /// How many peaks a frame and bin has by chance, where each peak lies, over its prominence.
  private var chance: [Float] = []

  init(_ signature: Signature) {
    let frames = signature.sampleCount / PeakGrid.hopLength + 1
    let columns = frames / Int(Self.cell.frames) + 1
    let steps = (
      time: Float(PeakGrid.stepsPerFrame), frequency: Float(PeakGrid.stepsPerBin)
    )
    let peaks = signature.peaks.map {
      (time: Float($0.time) / steps.time, frequency: Float($0.frequency) / steps.frequency)
    }
    let cells = peaks.map { peak in
      min(Int(peak.time / Self.cell.frames), columns - 1) * Self.rows
        + Int(peak.frequency / Self.cell.bins)
    }
    var firstOfCell = [Int32](repeating: 0, count: columns * Self.rows + 1)
    for cell in cells { firstOfCell[cell + 1] += 1 }
    for cell in 1..<firstOfCell.count { firstOfCell[cell] += firstOfCell[cell - 1] }
    var next = firstOfCell
    var times = [Float](repeating: 0, count: peaks.count)
    var (frequencies, prominences) = (times, times)
    let prominenceOfRank = PeakProminence.ofRanks(in: signature)
    for (index, (peak, cell)) in zip(peaks, cells).enumerated() {
      let place = Int(next[cell])
      next[cell] += 1
      times[place] = peak.time
      frequencies[place] = peak.frequency
      prominences[place] = prominenceOfRank[Int(signature.peaks[index].rank)]
    }
    self.times = times
    self.frequencies = frequencies
    self.firstOfCell = firstOfCell
    self.columns = columns
    frameCount = Float(frames)
    chance = times.indices.map { chanceDensity(at: $0) / prominences[$0] }
  }

  /// A peak near a place.
  struct Neighbour {
    /// By how much the peak is later and higher than the place.
    var timeError: Float
    var frequencyError: Float
    /// How many peaks a frame and bin has by chance where it lies, over its prominence.
    var chance: Float
  }

  /// The peak that is nearest to a place, measured in the tolerances, if one is within both.
  @inline(__always)
  func nearest(
    time: Float, frequency: Float, timeTolerance: Float, frequencyTolerance: Float
  ) -> Neighbour? {
    var best = -1
    var bestDistance: Float = .infinity
    let timeScale = 1 / timeTolerance
    let frequencyScale = 1 / frequencyTolerance
    forEachPeak(
      times: time - timeTolerance...time + timeTolerance,
      frequencies: frequency - frequencyTolerance...frequency + frequencyTolerance
    ) { peak, peakTime, peakFrequency in
      let dt = (peakTime - time) * timeScale
      let df = (peakFrequency - frequency) * frequencyScale
      let distance = dt * dt + df * df
      if abs(dt) <= 1, abs(df) <= 1, distance < bestDistance {
        bestDistance = distance
        best = peak
      }
    }
    guard best >= 0 else { return nil }
    return Neighbour(
      timeError: times[best] - time, frequencyError: frequencies[best] - frequency,
      chance: chance[best])
  }

  /// Calls `body` with the peaks of all cells that a box touches.
  @inline(__always)
  private func forEachPeak(
    times range: ClosedRange<Float>, frequencies band: ClosedRange<Float>,
    _ body: (_ peak: Int, _ time: Float, _ frequency: Float) -> Void
  ) {
    let firstColumn = max(0, Int(range.lowerBound / Self.cell.frames))
    let lastColumn = min(columns - 1, Int(range.upperBound / Self.cell.frames))
    let firstRow = max(0, Int(band.lowerBound / Self.cell.bins))
    let lastRow = min(Self.rows - 1, Int(band.upperBound / Self.cell.bins))
    guard firstColumn <= lastColumn, firstRow <= lastRow else { return }
    unsafe times.withUnsafeBufferPointer { times in
      unsafe frequencies.withUnsafeBufferPointer { frequencies in
        for column in firstColumn...lastColumn {
          let first = Int(firstOfCell[column * Self.rows + firstRow])
          let end = Int(firstOfCell[column * Self.rows + lastRow + 1])
          for peak in first..<end { unsafe body(peak, times[peak], frequencies[peak]) }
        }
      }
    }
  }

  /// How dense peaks are where one lies: those around it, and those of the same frequency in the second
  /// around it. A sustained note makes a row of peaks, which something is bound to hit.
  private func chanceDensity(at peak: Int) -> Float {
    let (time, frequency) = (times[peak], frequencies[peak])
    let column = min(Int(time / Self.cell.frames), columns - 1)
    let row = Int(frequency / Self.cell.bins)
    // Blocks of two by two cells, five of them in time and three in frequency.
    let columnsAround = max(0, column / 2 * 2 - 4)...min(columns - 1, column / 2 * 2 + 5)
    let rowsAround = max(0, row / 2 * 2 - 2)...min(Self.rows - 1, row / 2 * 2 + 3)
    var count: Int32 = 0
    for column in columnsAround {
      count +=
        firstOfCell[column * Self.rows + rowsAround.upperBound + 1]
        - firstOfCell[column * Self.rows + rowsAround.lowerBound]
    }
    let area =
      Float(columnsAround.count * rowsAround.count) * Self.cell.frames * Self.cell.bins
    return (Float(count) + 1) / (area + 512) + Self.rowShare * rowDensity(time, frequency)
  }

  private func rowDensity(_ time: Float, _ frequency: Float) -> Float {
    let (nearest, farthest): (Float, Float) = (2.5, 40)
    var count: Float = 0
    forEachPeak(
      times: time - farthest...time + farthest, frequencies: frequency - 1.5...frequency + 1.5
    ) { _, otherTime, otherFrequency in
      let distance = abs(otherTime - time)
      if distance > nearest, distance <= farthest, abs(otherFrequency - frequency) < 1.5 {
        count += 1
      }
    }
    let before = max(0, min(time, farthest) - nearest)
    let behind = max(0, min(frameCount - time, farthest) - nearest)
    return count / (3 * max(8, before + behind))
  }
}
