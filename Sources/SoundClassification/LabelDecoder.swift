internal import Glibc

/// Decides which label each moment of a sound belongs to, as the cheapest path through all moments
/// (Viterbi): scores pull toward the label that they speak for, every change has a price.
///
/// For a whole recording the path is the best one overall. It is given as soon as no later sound can
/// change it, so memory does not grow with the recording. Live, it is given a fixed number of moments
/// late, as it looks then.
///
/// *Confined*. A pure state machine: scores in, decided labels out.
package struct LabelDecoder {
  /// When a label is decided.
  package enum Timing: Sendable, Hashable {
    /// Once nothing can change it any more.
    case wholeRecording
    /// A fixed time after the moment.
    case live
  }

  /// The label of a moment.
  package struct Decision: Sendable, Hashable {
    package var moment: Int64
    /// The index of the label; the number of labels stands for silence.
    package var label: Int
    /// The score of that label in that moment.
    package var confidence: Float
  }

  /// After this many undecided moments (ten minutes) the first half is decided all the same.
  private static let undecidedLimit = 15_000

  private let rules: ModelManifest.Segmentation
  private let timing: Timing
  private let switchCost: Double
  private let quietCost: Double
  private let stateCount: Int
  private var values: [Double]
  private var emissions: [Double]
  /// For each undecided moment where each state came from, and the posterior of each state.
  private var origins: [UInt16] = []
  private var posteriors: [Float] = []
  private var undecided = 0
  private var firstUndecided: Int64 = 0
  private var nextCheck = 25
  private var hasStarted = false
  // Kept between calls, so that deciding does not allocate.
  private var ancestors: [Int]
  private var path: [Int] = []

  package init(_ manifest: ModelManifest, timing: Timing) {
    rules = manifest.segmentation
    self.timing = timing
    switchCost = timing == .live ? rules.liveSwitchCost : rules.switchCost
    quietCost = timing == .live ? rules.liveQuietCost : rules.quietCost
    stateCount = manifest.labels.count + 1
    values = [Double](repeating: 0, count: stateCount)
    emissions = values
    ancestors = Array(0..<stateCount)
  }

  /// Takes the next moment and hands the decisions that it brings to `body`.
  package mutating func accept(_ score: borrowing Score, _ body: (Decision) -> Void) {
    if undecided == 0 { firstUndecided = unsafe score.index }
    let silence = stateCount - 1
    for label in 0..<silence {
      let share = unsafe score.exclusive[label]
      emissions[label] =
        unsafe score.isSilent
        ? -quietCost
        : rules.exponent * Double(logf(max(share, 1e-4))) + rules.classBias[label]
      posteriors.append(share)
    }
    emissions[silence] = unsafe score.isSilent ? 0 : -rules.soundCost
    posteriors.append(unsafe score.isSilent ? 1 : 0)
    step()
    undecided += 1
    switch timing {
    case .live:
      if undecided > rules.liveLag { decide(1, from: best, body) }
    case .wholeRecording:
      if undecided >= nextCheck { decideWhatIsCertain(body) }
    }
  }

  /// Ends the recording: everything is decided.
  package mutating func finish(_ body: (Decision) -> Void) {
    decide(undecided, from: best, body)
  }

  /// The first of the states with the highest value.
  private var best: Int { values.indices.max { values[$0] < values[$1] } ?? 0 }

  private mutating func step() {
    guard hasStarted else {
      hasStarted = true
      for state in 0..<stateCount {
        values[state] = emissions[state]
        origins.append(UInt16(state))
      }
      return
    }
    let best = self.best
    let changed = values[best] - switchCost
    for state in 0..<stateCount {
      let stays = values[state] >= changed
      origins.append(UInt16(stays ? state : best))
      values[state] = emissions[state] + (stays ? values[state] : changed)
    }
    // Only differences matter; without this, values would lose precision over the hours.
    let highest = values.max() ?? 0
    for state in 0..<stateCount { values[state] -= highest }
  }

  /// Follows all states back to where they have one common past.
  private mutating func decideWhatIsCertain(_ body: (Decision) -> Void) {
    for state in 0..<stateCount { ancestors[state] = state }
    var common: (count: Int, state: Int)?
    for moment in stride(from: undecided - 1, to: 0, by: -1) {
      for index in ancestors.indices {
        ancestors[index] = Int(origins[moment * stateCount + ancestors[index]])
      }
      if ancestors.allSatisfy({ $0 == ancestors[0] }) {
        common = (moment, ancestors[0])
        break
      }
    }
    if let common {
      decide(common.count, endingIn: common.state, body)
    } else if undecided >= Self.undecidedLimit {
      decide(undecided / 2, from: best, body)
    }
    nextCheck = max(25, undecided + undecided / 4)
  }

  /// Decides the first `count` undecided moments by the path that ends in `state` now.
  private mutating func decide(_ count: Int, from state: Int, _ body: (Decision) -> Void) {
    var state = state
    for moment in stride(from: undecided - 1, to: count - 1, by: -1) where moment > 0 {
      state = Int(origins[moment * stateCount + state])
    }
    decide(count, endingIn: state, body)
  }

  /// Decides the first `count` undecided moments, the last of which is in `state`.
  private mutating func decide(_ count: Int, endingIn last: Int, _ body: (Decision) -> Void) {
    guard count > 0 else { return }
    path.removeAll(keepingCapacity: true)
    path.append(contentsOf: repeatElement(last, count: count))
    for moment in stride(from: count - 1, to: 0, by: -1) {
      path[moment - 1] = Int(origins[moment * stateCount + path[moment]])
    }
    for (moment, state) in path.enumerated() {
      body(
        Decision(
          moment: firstUndecided + Int64(moment), label: state,
          confidence: posteriors[moment * stateCount + state]))
    }
    origins.removeFirst(count * stateCount)
    posteriors.removeFirst(count * stateCount)
    undecided -= count
    firstUndecided += Int64(count)
  }
}
