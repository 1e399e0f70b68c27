import AudioTestSupport
import Testing

@testable import SoundClassification

/// Row 38: segments with minimum durations and merge gaps, from scripted labels.
struct SegmentBuilderTests {
  private typealias Segment = SegmentBuilder.Segment

  /// Feeds labels, one a moment, and gives the events.
  private func events(
    _ labels: [Int], minimum: Int64 = 1, mergeGap: Int64 = 0, confidences: [Float]? = nil
  ) -> [SegmentBuilder.Event] {
    var builder = SegmentBuilder(minimum: minimum, mergeGap: mergeGap)
    var events: [SegmentBuilder.Event] = []
    for (moment, label) in labels.enumerated() {
      builder.accept(
        .init(moment: Int64(moment), label: label, confidence: confidences?[moment] ?? 0.5)
      ) { events.append($0) }
    }
    builder.finish { events.append($0) }
    return events
  }

  private func segments(_ events: [SegmentBuilder.Event]) -> [Segment] {
    events.compactMap { if case .ended(let segment) = $0 { segment } else { nil } }
  }

  /// Segments as "label start-end".
  private func summary(_ labels: String, minimum: Int64 = 1, mergeGap: Int64 = 0) -> [String] {
    let numbers = labels.utf8.map { Int($0) - 97 }
    return segments(events(numbers, minimum: minimum, mergeGap: mergeGap)).map { segment in
      "\(UnicodeScalar(UInt8(97 + segment.label))) \(segment.start)-\(segment.end)"
    }
  }

  @Test func aStretchOfALabelIsASegment() {
    #expect(summary("aaabbc") == ["a 0-3", "b 3-5", "c 5-6"])
    #expect(summary("a") == ["a 0-1"])
    #expect(summary("") == [])
  }

  @Test func aStretchShorterThanTheMinimumBelongsToWhatSurroundsIt() {
    #expect(summary("aaaaabbaaaaa", minimum: 3) == ["a 0-12"])
    #expect(summary("aaaaabbccccc", minimum: 3) == ["a 0-7", "c 7-12"])
    #expect(summary("aaaabbb", minimum: 3) == ["a 0-4", "b 4-7"])
  }

  @Test func shortStretchesAtTheStartJoinTheFirstThatIsLongEnough() {
    #expect(summary("abcaaaa", minimum: 3) == ["a 0-7"])
    #expect(summary("bbaaaa", minimum: 3) == ["a 0-6"])
  }

  @Test func aSoundShorterThanTheMinimumIsStillOneSegment() {
    #expect(summary("ab", minimum: 10) == ["a 0-2"])
  }

  @Test func aGapNoLongerThanTheMergeGapDoesNotDivideALabel() {
    #expect(summary("aaabbaaa", mergeGap: 2) == ["a 0-8"])
    #expect(summary("aaabbbaaa", mergeGap: 2) == ["a 0-3", "b 3-6", "a 6-9"])
    #expect(summary("aaabcaaa", mergeGap: 2) == ["a 0-8"])
  }

  @Test func confidenceIsTheMeanOfTheMomentsThatCarryTheLabel() {
    let events = events(
      [0, 0, 0, 1, 0, 0], minimum: 2, confidences: [0.2, 0.4, 0.6, 1, 0.8, 1])
    let segment = segments(events)[0]
    #expect(segment.end == 6)
    #expect(abs(segment.confidence - 0.6) < 1e-6, "\(segment.confidence)")
  }

  /// Random labels: there are no holes, no overlaps, nothing too short, nothing that should be merged.
  @Test(arguments: 1...40)
  func segmentsOfRandomLabelsFollowTheRules(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let minimum = Int64.random(in: 1...6, using: &generator)
    let mergeGap = Int64.random(in: 0...6, using: &generator)
    for _ in 0..<50 {
      var labels: [Int] = []
      while labels.count < Int.random(in: 1...200, using: &generator) {
        labels += [Int](
          repeating: Int.random(in: 0..<3, using: &generator),
          count: Int.random(in: 1...8, using: &generator))
      }
      let events = events(labels, minimum: minimum, mergeGap: mergeGap)
      let rules = "minimum \(minimum), merge gap \(mergeGap): \(labels)"
      check(events, labels: labels, minimum: minimum, mergeGap: mergeGap, rules)
    }
  }

  private func check(
    _ events: [SegmentBuilder.Event], labels: [Int], minimum: Int64, mergeGap: Int64,
    _ rules: String
  ) {
    var place: Int64 = 0
    var open: Segment?
    var segments: [Segment] = []
    for event in events {
      switch event {
      case .started(let segment):
        #expect(open == nil, "two segments at once with \(rules)")
        #expect(segment.start == place, "a hole or an overlap with \(rules)")
        open = segment
      case .ended(let segment):
        #expect(open?.start == segment.start && open?.label == segment.label, "\(rules)")
        place = segment.end
        segments.append(segment)
        open = nil
      }
    }
    #expect(open == nil && place == Int64(labels.count), "\(rules)")
    for segment in segments {
      if segments.count > 1 {
        #expect(segment.end - segment.start >= minimum, "\(segment), \(rules)")
      }
    }
    for (one, next) in zip(segments, segments.dropFirst()) {
      #expect(one.label != next.label, "\(rules)")
    }
    for (index, between) in segments.enumerated().dropFirst().dropLast()
    where segments[index - 1].label == segments[index + 1].label {
      #expect(between.end - between.start > mergeGap, "\(between) divides with \(rules)")
    }
  }
}
