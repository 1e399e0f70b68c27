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
  /// What came behind it and is not yet long enough, or might still be merged.
  private var candidates: [Run] = []

  /// - Parameters:
  ///   - minimum: the shortest segment, in moments.
  ///   - mergeGap: the longest stretch that two stretches of one label swallow, in moments.
  package init(minimum: Int64, mergeGap: Int64) {
    self.minimum = max(minimum, 1)
    self.mergeGap = max(mergeGap, 0)
  }

  /// Takes the label of the next moment.
  package mutating func accept(_ decision: LabelDecoder.Decision, _ body: (Event) -> Void) {
    var moment = Run(label: decision.label, start: decision.moment, end: decision.moment + 1)
    moment.sum = decision.confidence
    moment.count = 1
    if let last = candidates.indices.last {
      if candidates[last].label == moment.label {
        candidates[last].absorb(moment)
      } else {
        candidates.append(moment)
      }
    } else if current?.label == moment.label {
      current?.absorb(moment)
      return
    } else {
      candidates.append(moment)
    }
    settle(body)
  }

  /// Ends the sound.
  package mutating func finish(_ body: (Event) -> Void) {
    // What is long enough and was only waiting for a merge becomes a segment; the rest is absorbed.
    for candidate in candidates {
      if candidate.length >= minimum, candidate.label != current?.label {
        begin(candidate, body)
      } else if current != nil {
        current?.absorb(candidate)
      } else {
        current = candidate
        body(.started(candidate.segment))
      }
    }
    candidates = []
    if let current { body(.ended(current.segment)) }
    current = nil
  }

  private mutating func settle(_ body: (Event) -> Void) {
    guard let newest = candidates.last else { return }
    // The label of the current segment is back.
    if newest.label == current?.label {
      let gap = newest.start - (current?.end ?? newest.start)
      let everyGapIsShort = candidates.dropLast().allSatisfy { $0.length < minimum }
      if gap <= mergeGap || everyGapIsShort {
        for candidate in candidates { current?.absorb(candidate) }
        candidates = []
      }
    }
    guard let newest = candidates.last, newest.length >= minimum else { return }
    let settled = candidates.dropLast()
    // Candidates before the newest either were long enough, and begin now, or are absorbed.
    guard newest.start - (current?.end ?? newest.start) + newest.length > mergeGap || current == nil
    else { return }
    for candidate in settled {
      if candidate.length >= minimum, candidate.label != current?.label {
        begin(candidate, body)
      } else {
        absorbIntoCurrent(candidate)
      }
    }
    if newest.label == current?.label {
      current?.absorb(newest)
    } else {
      begin(newest, body)
    }
    candidates = []
  }

  private mutating func absorbIntoCurrent(_ run: Run) {
    if current != nil { current?.absorb(run) }
  }

  private mutating func begin(_ run: Run, _ body: (Event) -> Void) {
    var run = run
    if var ended = current {
      ended.end = run.start
      body(.ended(ended.segment))
    } else if let first = candidates.first {
      run.start = first.start
    }
    current = run
    body(.started(run.segment))
  }
}
