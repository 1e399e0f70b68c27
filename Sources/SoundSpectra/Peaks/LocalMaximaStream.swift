internal import CSoundKernels

/// Finds the points of a spectrogram that no neighbour exceeds, and tells how far each stands out.
///
/// A point is a maximum when it is the greatest of 9 rows by 13 bins around it; in the bass, where notes
/// lie closer, by 7 bins. Of equal points the earliest, lowest one is. Its salience is its level over
/// three quarters of the mean of 33 rows by 41 bins around it: with all of the mean, loud peaks that
/// survive noise would get lost among faint ones, and with none of it the quiet passages (measured,
/// `fingerprint_recipe`).
///
/// *Confined*: a value, whose copies go on by themselves.
package struct LocalMaximaStream {
  /// A maximum, interpolated between rows and bins.
  package struct Maximum: Sendable {
    /// The row, counted from the start.
    package var row: Int
    /// Where the maximum lies between rows, from its own: -0.5 to 0.5.
    package var rowOffset: Float
    /// In bins.
    package var frequency: Float
    /// By how much it stands out, in 512ths of a natural logarithm of power.
    package var salience: Float
  }

  /// Rows to each side over which the mean for the salience is taken: maxima come out so much later.
  package static let meanReach = 16
  private static let meanBins = 20
  private static let peakReach = 4
  private static let bassBoundary = 48
  private static let meanShare: Float = 0.75
  /// Rows are kept in rings of so many: two means' reach and some.
  private static let ringLength = 2 * meanReach + 8

  private let binCount: Int
  private let bins: Range<Int>
  private let minimum: Int16
  private var rows: [Int16]
  private var maxima: [Int16]
  private var sums: [Int32]
  private var scratch: [Int16]
  private var flags: [UInt8]
  private var found: [UInt16]
  /// The number of rows so far.
  package private(set) var rowCount = 0
  /// The next row in which maxima are looked for.
  private var center = 0

  /// - Parameters:
  ///   - binCount: the length of a row.
  ///   - bins: where maxima are looked for, at least 7 bins from the end of a row.
  package init(binCount: Int, bins: Range<Int>) {
    precondition(bins.lowerBound >= 4 && bins.upperBound + 7 <= binCount)
    self.binCount = binCount
    self.bins = bins
    // Silence, and what is hardly above it, has no maxima.
    minimum = LogSpectrumStream.silence + Int16(LogSpectrumStream.stepsPerUnit)
    rows = [Int16](repeating: 0, count: Self.ringLength * binCount)
    maxima = [Int16](repeating: .min, count: 16 * binCount)
    sums = [Int32](repeating: 0, count: binCount)
    scratch = [Int16](repeating: 0, count: binCount)
    flags = [UInt8](repeating: 0, count: binCount)
    found = [UInt16](repeating: 0, count: binCount)
  }

  /// Takes the next row and hands the maxima that are certain by now to `body`, by row and bin.
  package mutating func process(
    _ row: UnsafeBufferPointer<Int16>, _ body: (Maximum) -> Void
  ) {
    precondition(row.count == binCount)
    let place = rowCount % Self.ringLength * binCount
    unsafe rows.withUnsafeMutableBufferPointer { rows in
      guard let source = row.baseAddress, let base = rows.baseAddress else { return }
      unsafe (base + place).update(from: source, count: binCount)
    }
    slideSums(adding: rowCount, removing: rowCount - 2 * Self.meanReach - 1)
    rowCount += 1
    if rowCount > Self.meanReach { findMaxima(body) }
  }

  /// Ends the sound and hands its last maxima to `body`.
  package mutating func finish(_ body: (Maximum) -> Void) {
    while center < rowCount {
      slideSums(adding: nil, removing: center - Self.meanReach - 1)
      findMaxima(body)
    }
  }

  private mutating func slideSums(adding added: Int?, removing removed: Int) {
    unsafe rows.withUnsafeBufferPointer { rows in
      guard let base = rows.baseAddress else { return }
      let new = unsafe added.map { unsafe base + $0 % Self.ringLength * binCount }
      let old = unsafe removed < 0 ? nil : base + removed % Self.ringLength * binCount
      unsafe soundwatch_slide_sums(&sums, new, old, binCount)
    }
  }

  /// Looks for maxima in the row `center` and goes on to the next.
  private mutating func findMaxima(_ body: (Maximum) -> Void) {
    // The first time, all rows within reach.
    for row in (center == 0 ? 0 : center + Self.peakReach)...center + Self.peakReach {
      takeMaxima(ofRow: row)
    }
    // A maximum is interpolated between the rows around it.
    if center > 0, center + 1 < rowCount {
      let count = findCandidates()
      for index in 0..<count where isFirstOfEquals(Int(found[index])) {
        body(maximum(at: Int(found[index])))
      }
    }
    center += 1
  }

  private mutating func takeMaxima(ofRow row: Int) {
    let slot = row % 16 * binCount
    guard row < rowCount else {
      for bin in slot..<slot + binCount { maxima[bin] = .min }
      return
    }
    unsafe rows.withUnsafeBufferPointer { rows in
      unsafe maxima.withUnsafeMutableBufferPointer { maxima in
        guard let source = rows.baseAddress, let target = maxima.baseAddress else { return }
        unsafe soundwatch_row_maxima(
          source + row % Self.ringLength * binCount, binCount, Self.bassBoundary, &scratch,
          target + slot)
      }
    }
  }

  private mutating func findCandidates() -> Int {
    unsafe rows.withUnsafeBufferPointer { rows in
      unsafe maxima.withUnsafeBufferPointer { maxima in
        unsafe withUnsafeTemporaryAllocation(of: UnsafePointer<Int16>.self, capacity: 9) { nine in
          guard let row = rows.baseAddress, let base = maxima.baseAddress,
            let pointers = nine.baseAddress
          else { return 0 }
          for index in 0..<9 {
            let slot = (center + index - Self.peakReach + 16) % 16
            unsafe nine.initializeElement(at: index, to: base + slot * binCount)
          }
          return unsafe soundwatch_local_maxima(
            row + center % Self.ringLength * binCount, pointers, bins.lowerBound, bins.upperBound,
            minimum, &flags, &found)
        }
      }
    }
  }

  /// Whether no point before this one, in the same box, is as high.
  private func isFirstOfEquals(_ bin: Int) -> Bool {
    let reach = bin < Self.bassBoundary ? 3 : 6
    let level = level(center, bin)
    for row in max(0, center - Self.peakReach)...center {
      let last = row == center ? bin - 1 : bin + reach
      for other in max(0, bin - reach)...last where self.level(row, other) >= level {
        return false
      }
    }
    return true
  }

  private func maximum(at bin: Int) -> Maximum {
    let level = level(center, bin)
    let first = max(0, bin - Self.meanBins)
    let end = min(binCount, bin + Self.meanBins + 1)
    var sum: Int32 = 0
    for other in first..<end { sum += sums[other] }
    let rowsInMean =
      min(center + Self.meanReach, rowCount - 1) - max(center - Self.meanReach, 0) + 1
    let mean = Float(sum) / Float((end - first) * rowsInMean)
    return Maximum(
      row: center,
      rowOffset: Self.vertex(self.level(center - 1, bin), level, self.level(center + 1, bin)),
      frequency: Float(bin)
        + Self.vertex(self.level(center, bin - 1), level, self.level(center, bin + 1)),
      salience: Float(level) - Self.meanShare * mean)
  }

  private func level(_ row: Int, _ bin: Int) -> Int {
    Int(rows[row % Self.ringLength * binCount + bin])
  }

  /// Where a parabola through three neighbours has its vertex, from the middle one.
  private static func vertex(_ before: Int, _ middle: Int, _ after: Int) -> Float {
    let curvature = 2 * middle - before - after
    guard curvature > 0 else { return 0 }
    return min(max(0.5 * Float(after - before) / Float(curvature), -0.5), 0.5)
  }
}
