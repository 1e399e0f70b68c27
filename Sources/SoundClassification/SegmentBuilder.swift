/// Turns the labels of moments into segments: stretches of one label with a start and an end.
///
/// A stretch shorter than the minimum belongs to what surrounds it, and a stretch no longer than the
/// merge gap does not divide two stretches of one label. Stretches that begin a sound are joined to
/// the first that is long enough.
///
/// *Confined*. A pure state machine: decisions in, events out.
package struct SegmentBuilder {
  /// A stretch of one label, in moments.
  package struct Segment: Sendable, Hashable {
    package var label: Int
    package var start: Int64
    /// Behind the last moment; grows until the segment has ended.
    package var end: Int64
    /// The mean confidence of the moments that carry the label.
    package var confidence: Float
  }

  /// What happened.
  package enum Event: Sendable, Hashable {
    case started(Segment)
    case ended(Segment)
  }

  /// A stretch in the making.
  private struct Run {
    var label: Int
    var start: Int64
    var end: Int64
    var sum: Float = 0
    var count: Float = 0

    var length: Int64 { end - start }
    var segment: Segment {
      Segment(label: label, start: start, end: end, confidence: count > 0 ? sum / count : 0)
    }

    mutating func absorb(_ other: Run) {
      end = other.end
      if other.label == label {
        sum += other.sum
        count += other.count
      }
    }
  }

  private let minimum: Int64
  private let mergeGap: Int64
  /// The segment that has started and not ended.
  private var current: Run?
  /// What came behind it. All but the last are complete and long enough; whether they become segments
  /// or are merged into the current one depends on what comes.
  private var pending: [Run] = []
  /// Stretches that begin the sound and are too short.
  private var leading: [Run] = []

  /// - Parameters:
  ///   - minimum: the shortest segment, in moments.
  ///   - mergeGap: the longest stretch that two stretches of one label swallow, in moments.
  package init(minimum: Int64, mergeGap: Int64) {
    self.minimum = max(minimum, 1)
    self.mergeGap = max(mergeGap, 0)
  }

  /// Takes the label of the next moment.
  package mutating func accept(_ decision: LabelDecoder.Decision, _ body: (Event) -> Void) {
    let moment = Run(
      label: decision.label, start: decision.moment, end: decision.moment + 1,
      sum: decision.confidence, count: 1)
    if moment.label != last?.label { dropShortRun() }
    if moment.label == last?.label {
      absorbIntoLast(moment)
    } else {
      pending.append(moment)
      mergeOverGap()
    }
    // Whatever follows, the stretches behind the current segment cannot be swallowed by it any more
    // once they are longer than the gap together.
    while let first = pending.first, first.length >= minimum,
      current == nil || (pending.last?.end ?? 0) - first.start > mergeGap
    {
      begin(pending.removeFirst(), body)
    }
  }

  /// Ends the sound.
  package mutating func finish(_ body: (Event) -> Void) {
    dropShortRun()
    for run in pending { begin(run, body) }
    pending = []
    // All of the sound was too short for a segment: it is one of its first label.
    if current == nil, var only = leading.first {
      for run in leading.dropFirst() { only.absorb(run) }
      leading = []
      begin(only, body)
    }
    if let current { body(.ended(current.segment)) }
    current = nil
  }

  /// The stretch that the next moment may continue.
  private var last: Run? { pending.last ?? current }

  private mutating func absorbIntoLast(_ run: Run) {
    if pending.isEmpty {
      current?.absorb(run)
    } else {
      pending[pending.count - 1].absorb(run)
    }
  }

  /// The newest stretch has ended: if it is too short, it belongs to the one before it.
  private mutating func dropShortRun() {
    guard let run = pending.last, run.length < minimum else { return }
    pending.removeLast()
    if last == nil { leading.append(run) } else { absorbIntoLast(run) }
  }

  /// The newest stretch has just begun: if only a short gap divides it from one of its label, all is one.
  private mutating func mergeOverGap() {
    guard let run = pending.last else { return }
    func isNear(_ other: Run?) -> Bool {
      guard let other else { return false }
      return other.label == run.label && run.start - other.end <= mergeGap
    }
    let first = pending.dropLast().lastIndex { isNear($0) }
    guard first != nil || isNear(current) else { return }
    let merged = pending[((first ?? -1) + 1)...]
    pending.removeLast(merged.count)
    for other in merged { absorbIntoLast(other) }
  }

  private mutating func begin(_ run: Run, _ body: (Event) -> Void) {
    var run = run
    if let current {
      body(.ended(current.segment))
    } else if let first = leading.first {
      run.start = first.start
      for other in leading where other.label == run.label {
        run.sum += other.sum
        run.count += other.count
      }
      leading = []
    }
    current = run
    body(.started(run.segment))
  }
}
