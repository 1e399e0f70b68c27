/// Gathers the scores of moments into windows of any length and overlap. The network ran once for each
/// moment; a window only reads what it said.
///
/// *Confined*; allocates for each window that it gives, never for a moment.
package struct WindowPooler {
  /// A window and what was heard in it.
  package struct Window: Sendable {
    /// The first frame of the window, counted from the start of the signal.
    package var start: Int64
    /// The length of the window in frames.
    package var frameCount: Int64
    /// For each label how sure it is to be heard, then the share of the window that is silent.
    package var confidences: [Float]
    /// The index of what dominates; the number of labels stands for silence.
    package var primary: Int
  }

  /// How much the share of the moment that a label dominates (the exclusive head) counts for its
  /// confidence, against the label by itself (the independent head). In windows of a second and more
  /// the share keeps the label that dominates above what sounds along with it; the shorter the window,
  /// the more the label by itself tells (measured: `Models/training/README.md`).
  private static let longWindowDominance: Float = 0.45
  private let dominance: Float

  /// A window is silence when more than this share of it is: a short sound in a quiet window is what
  /// people want to be told of.
  private static let silentShare: Float = 0.9

  /// What labels count for in a window that is silent throughout.
  private static let faintWeight: Float = 0.1

  private let grid: MomentGrid
  private let labelCount: Int
  private let clipRange: Float
  private let windowLength: Int64
  private let hop: Int64
  private var nextStart: Int64
  private var coveredUntil: Int64
  /// The length of the signal, once it is known.
  private var end = Int64.max
  /// Independent scores, exclusive scores, level and silence of recent moments, by index modulo the
  /// number of rows.
  private var rows: [Float]
  private let rowCount: Int64
  private var lastMoment: Int64 = -1

  /// - Parameters:
  ///   - start: where the first window begins, in frames from the start of the signal.
  ///   - hop: the distance of the windows' starts.
  package init(
    _ manifest: ModelManifest, sampleRate: Int, start: Int64, windowLength: Int64, hop: Int64
  ) {
    precondition(hop >= 1 && hop <= windowLength)
    grid = MomentGrid(manifest, sampleRate: sampleRate)
    labelCount = manifest.labels.count
    clipRange = Float(manifest.segmentation.clipRange)
    self.windowLength = windowLength
    dominance = Self.longWindowDominance * min(1, Float(windowLength) / Float(sampleRate))
    self.hop = hop
    nextStart = start
    coveredUntil = start
    rowCount = Int64(grid.capacity(of: windowLength)) + 1
    rows = [Float](repeating: 0, count: Int(rowCount) * (2 * manifest.labels.count + 2))
  }

  /// Takes the next moment and hands the windows that it completes to `body`.
  package mutating func accept(_ score: borrowing Score, _ body: (Window) -> Void) {
    let width = 2 * labelCount + 2
    let row = Int(unsafe score.index % rowCount) * width
    for label in 0..<labelCount {
      rows[row + label] = unsafe score.independent[label]
      rows[row + labelCount + label] = unsafe score.exclusive[label]
    }
    rows[row + 2 * labelCount] = unsafe score.level
    rows[row + 2 * labelCount + 1] = unsafe score.isSilent ? 1 : 0
    lastMoment = unsafe score.index
    // The last moment may reach beyond the end of the signal; windows must not.
    let heard = min(grid.start(of: lastMoment + 1), end)
    while nextStart + windowLength <= heard {
      give(nextStart + windowLength, body)
      nextStart += hop
    }
  }

  /// Says how long the signal is, before the scores of its last moments come.
  package mutating func signalEnds(at end: Int64) { self.end = end }

  /// Ends the signal, whose length was said before.
  /// - Parameter padsFinalWindow: whether what no whole window covered makes a shorter last one.
  package mutating func finish(padsFinalWindow: Bool, _ body: (Window) -> Void) {
    guard padsFinalWindow, coveredUntil < end, nextStart < end else { return }
    give(end, body)
  }

  private mutating func give(_ end: Int64, _ body: (Window) -> Void) {
    let first = grid.firstMoment(from: nextStart)
    let last = min(grid.firstMoment(from: end), lastMoment + 1)
    coveredUntil = end
    guard first < last else { return }
    body(pool(first..<last, start: nextStart, end: end))
  }

  private func pool(_ moments: Range<Int64>, start: Int64, end: Int64) -> Window {
    let width = 2 * labelCount + 2
    func row(_ moment: Int64) -> Int { Int(moment % rowCount) * width }
    var loudest = -Float.infinity
    var silent: Float = 0
    for moment in moments {
      loudest = max(loudest, rows[row(moment) + 2 * labelCount])
      silent += rows[row(moment) + 2 * labelCount + 1]
    }
    let count = Float(moments.count)
    var confidences = [Float](repeating: 0, count: labelCount + 1)
    confidences[labelCount] = silent / count
    // Where all is silent, what the network makes of the faint rest still counts a little.
    let isAllSilent = silent == count
    let weight = isAllSilent ? Self.faintWeight : 1
    var shares = [Float](repeating: 0, count: labelCount)
    var heard: Float = 0
    for moment in moments {
      let row = row(moment)
      guard isAllSilent || rows[row + 2 * labelCount + 1] == 0,
        rows[row + 2 * labelCount] > loudest - clipRange
      else { continue }
      heard += 1
      for label in 0..<labelCount {
        confidences[label] += rows[row + label]
        shares[label] += rows[row + labelCount + label]
      }
    }
    var primary = 0
    for label in 0..<labelCount {
      let confidence = (1 - dominance) * confidences[label] + dominance * shares[label]
      confidences[label] = heard > 0 ? weight * confidence / heard : 0
      if shares[label] > shares[primary] { primary = label }
    }
    if silent > Self.silentShare * count { primary = labelCount }
    return Window(
      start: start, frameCount: end - start, confidences: confidences, primary: primary)
  }
}
