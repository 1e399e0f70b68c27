import AudioTestSupport
import Foundation
import Testing

@testable import SoundClassification

struct LabelDecoderTests {
  private typealias Moment = ScoreRecording.Moment
  private let manifest: ModelManifest

  init() throws { manifest = try SoundModel.builtIn(.version1).manifest }

  /// Shares that wander from label to label. Silent moments speak for no label, so with them several
  /// paths may be equally good.
  private func moments(
    count: Int, seed: UInt64, sharpness: Double, withSilence: Bool = false
  ) -> [Moment] {
    var generator = SeededGenerator(seed: seed)
    var (favourite, silent) = (0, false)
    return (0..<Int64(count)).map { index in
      if Int.random(in: 0..<25, using: &generator) == 0 {
        favourite = Int.random(in: 0..<4, using: &generator)
        silent = Int.random(in: 0..<2, using: &generator) == 0
      }
      let weights = (0..<4).map { label in
        exp(generator.nextSample() * 2 + (label == favourite ? sharpness : 0))
      }
      let sum = weights.reduce(0, +)
      let shares = weights.map { Float($0 / sum) }
      let isSilent = withSilence && silent != (Int.random(in: 0..<20, using: &generator) == 0)
      return Moment(index: index, independent: shares, exclusive: shares, isSilent: isSilent)
    }
  }

  private func decide(_ moments: [Moment], _ timing: LabelDecoder.Timing)
    -> [LabelDecoder.Decision]
  {
    var decoder = LabelDecoder(manifest, timing: timing)
    var decisions: [LabelDecoder.Decision] = []
    for moment in moments {
      unsafe moment.withScore { unsafe decoder.accept($0) { decisions.append($0) } }
    }
    decoder.finish { decisions.append($0) }
    return decisions
  }

  /// Viterbi as it stands in the books: all values and all origins of the whole recording.
  private struct Textbook {
    var origins: [[Int]] = []
    var best: [Int] = []

    init(_ moments: [Moment], _ rules: ModelManifest.Segmentation, live: Bool) {
      let (change, quiet) =
        live ? (rules.liveSwitchCost, rules.liveQuietCost) : (rules.switchCost, rules.quietCost)
      var values: [Double] = []
      for moment in moments {
        let emissions = Self.emissions(moment, rules, quietCost: quiet)
        if values.isEmpty {
          values = emissions
          origins.append(Array(emissions.indices))
        } else {
          let old = values
          origins.append(
            emissions.indices.map { state in
              old.indices.max { one, other in
                old[one] - (one == state ? 0 : change) < old[other] - (other == state ? 0 : change)
              } ?? state
            })
          values = emissions.indices.map { state in
            let origin = origins[origins.count - 1][state]
            return old[origin] - (origin == state ? 0 : change) + emissions[state]
          }
        }
        best.append(values.indices.max { values[$0] < values[$1] } ?? 0)
      }
    }

    /// What a moment speaks for each label, and for silence.
    static func emissions(
      _ moment: Moment, _ rules: ModelManifest.Segmentation, quietCost: Double
    ) -> [Double] {
      moment.exclusive.enumerated().map { label, share in
        moment.isSilent
          ? -quietCost : rules.exponent * Double(logf(max(share, 1e-4))) + rules.classBias[label]
      } + [moment.isSilent ? 0 : -rules.soundCost]
    }

    /// The state at `moment` on the best path that ends at `end`.
    func state(at moment: Int, seenFrom end: Int) -> Int {
      var state = best[end]
      for step in stride(from: end, to: moment, by: -1) { state = origins[step][state] }
      return state
    }
  }

  @Test(arguments: 1...6)
  func aWholeRecordingGetsItsBestPath(seed: Int) {
    let moments = moments(count: 1500, seed: UInt64(seed), sharpness: Double(seed) * 0.7)
    let textbook = Textbook(moments, manifest.segmentation, live: false)
    var wanted = [textbook.best[moments.count - 1]]
    for step in stride(from: moments.count - 1, to: 0, by: -1) {
      wanted.append(textbook.origins[step][wanted[wanted.count - 1]])
    }
    wanted.reverse()
    expect(decide(moments, .wholeRecording), toSay: wanted)
  }

  private func expect(_ decisions: [LabelDecoder.Decision], toSay wanted: [Int]) {
    #expect(decisions.count == wanted.count)
    let firstWrong = zip(decisions, wanted).enumerated().first { index, pair in
      pair.0.label != pair.1 || pair.0.moment != Int64(index)
    }
    #expect(firstWrong == nil)
  }

  @Test(arguments: 1...6)
  func withSilencesTheBestPathIsAsGoodAsTheTextbooks(seed: Int) {
    let moments = moments(
      count: 1500, seed: UInt64(seed), sharpness: Double(seed) * 0.7, withSilence: true)
    let rules = manifest.segmentation
    func worth(_ path: [Int]) -> Double {
      var total = 0.0
      for (index, (moment, label)) in zip(moments, path).enumerated() {
        if index > 0 && path[index - 1] != label { total -= rules.switchCost }
        total += Textbook.emissions(moment, rules, quietCost: rules.quietCost)[label]
      }
      return total
    }
    let textbook = Textbook(moments, rules, live: false)
    var wanted = [textbook.best[moments.count - 1]]
    for step in stride(from: moments.count - 1, to: 0, by: -1) {
      wanted.append(textbook.origins[step][wanted[wanted.count - 1]])
    }
    let decisions = decide(moments, .wholeRecording).map(\.label)
    let hasSilence = decisions.contains(4)
    #expect(hasSilence)
    let difference = worth(decisions) - worth(wanted.reversed())
    #expect(abs(difference) < 1e-6, "\(difference)")
  }

  @Test(arguments: 1...6)
  func liveDecisionsAreThoseOfAFixedLag(seed: Int) {
    let moments = moments(count: 600, seed: UInt64(seed), sharpness: Double(seed) * 0.7)
    let textbook = Textbook(moments, manifest.segmentation, live: true)
    let lag = manifest.segmentation.liveLag
    let wanted = moments.indices.map { moment in
      textbook.state(at: moment, seenFrom: min(moment + lag, moments.count - 1))
    }
    expect(decide(moments, .live), toSay: wanted)
  }

  @Test func aLiveDecisionComesExactlyTheLagBehind() {
    var decoder = LabelDecoder(manifest, timing: .live)
    var decided = 0
    for moment in moments(count: 100, seed: 1, sharpness: 2) {
      unsafe moment.withScore { unsafe decoder.accept($0) { _ in decided += 1 } }
      #expect(decided == max(0, Int(moment.index) + 1 - manifest.segmentation.liveLag))
    }
  }

  @Test func confidenceIsTheShareOfTheDecidedLabel() {
    let moments = moments(count: 300, seed: 2, sharpness: 3)
    for (moment, decision) in zip(moments, decide(moments, .wholeRecording)) {
      let wanted =
        decision.label == 4 ? (moment.isSilent ? 1 : 0) : moment.exclusive[decision.label]
      #expect(decision.confidence == wanted)
    }
  }

  /// Ten minutes of undecided moments are the most that is ever kept.
  @Test func memoryIsBoundedWhereNothingIsEverCertain() {
    let shares: [Float] = [0.25, 0.25, 0.25, 0.25]
    var decoder = LabelDecoder(manifest, timing: .wholeRecording)
    var (decided, mostUndecided) = (0, 0)
    for index in 0..<Int64(40_000) {
      unsafe Moment(index: index, independent: shares, exclusive: shares).withScore { score in
        unsafe decoder.accept(score) { _ in decided += 1 }
      }
      mostUndecided = max(mostUndecided, Int(index) + 1 - decided)
    }
    // Certainty is looked for at growing distances: up to a quarter more than the limit may wait.
    #expect(mostUndecided <= 15_000 * 5 / 4 + 1, "\(mostUndecided) moments")
    decoder.finish { _ in decided += 1 }
    #expect(decided == 40_000)
  }
}
