import AudioTestSupport
import Foundation
import SoundClassification
import SoundSignal
import Soundwatch
import Testing

/// Row 38: where each label starts and ends.
struct SegmentSoundRequestTests {
  private let model: SoundModel

  init() throws { model = try SoundModel(bytes: TinyModel.builder().bytes()) }

  /// Low and high tones, and silence, each for a second.
  private static func sound(_ parts: String, sampleRate: Int = 8_000) -> [Float] {
    parts.flatMap { part -> [Float] in
      switch part {
      case "l": SyntheticSound.sine(300, count: sampleRate, sampleRate: sampleRate)
      case "h": SyntheticSound.sine(3000, count: sampleRate, sampleRate: sampleRate)
      default: SyntheticSound.silence(count: sampleRate)
      }
    }
  }

  private func segments(
    _ sound: [Float], smoothing: SegmentSoundRequest.Smoothing = .wholeFile, position: Int64 = 0,
    _ configure: (SegmentSoundRequest) -> Void = { _ in }
  ) throws -> RecordingObserver {
    let request = SegmentSoundRequest(model: model)
    request.smoothing = smoothing
    configure(request)
    let analyzer = try StreamAnalyzer(sampleRate: 8_000)
    let observer = RecordingObserver()
    try analyzer.add(request, withObserver: observer)
    try analyzer.feed(sound, from: position)
    analyzer.completeAnalysis()
    return observer
  }

  private func expect(
    _ observer: RecordingObserver, toFind wanted: [(label: String, start: Double, end: Double)]
  ) {
    let segments = observer.segments
    #expect(segments.map(\.label) == wanted.map(\.label))
    for (segment, wanted) in zip(segments, wanted) {
      // A moment has 40 ms, and the edge of a sound may lie anywhere in one.
      #expect(abs(segment.timeRange.start.seconds - wanted.start) <= 0.08, "\(segment)")
      #expect(abs(segment.timeRange.end.seconds - wanted.end) <= 0.08, "\(segment)")
    }
  }

  @Test(arguments: [SegmentSoundRequest.Smoothing.wholeFile, .live])
  func eachStretchOfALabelIsASegment(smoothing: SegmentSoundRequest.Smoothing) throws {
    let observer = try segments(Self.sound("lhls"), smoothing: smoothing)
    expect(
      observer, toFind: [("low", 0, 1), ("high", 1, 2), ("low", 2, 3), ("silence", 3, 4)])
  }

  @Test func segmentsFollowOneAnotherWithoutHolesUntilTheEnd() throws {
    for smoothing in [SegmentSoundRequest.Smoothing.wholeFile, .live] {
      let sound = Self.sound("lhshllshsl") + SyntheticSound.noise(seed: 3, count: 12_345)
      let observer = try segments(sound, smoothing: smoothing, position: 500)
      var (place, open): (Int64, SegmentResult?) = (500, nil)
      for event in observer.segmentEvents {
        switch event.event {
        case .started:
          #expect(open == nil)
          #expect(event.timeRange.start.frame == place)
          open = event
        case .ended:
          #expect(open?.label == event.label)
          #expect(open?.timeRange.start == event.timeRange.start)
          place = event.timeRange.end.frame
          open = nil
        }
        #expect((0...1).contains(event.confidence))
        #expect(event.timeRange.end.frame <= 500 + Int64(sound.count))
      }
      #expect(open == nil)
      #expect(place == 500 + Int64(sound.count))
      #expect(observer.completionCount == 1)
    }
  }

  @Test func shortStretchesBelongToWhatSurroundsThem() throws {
    let observer = try segments(Self.sound("llhll")) { $0.minimumDuration = .milliseconds(1500) }
    expect(observer, toFind: [("low", 0, 5)])
  }

  @Test func aGapIsMerged() throws {
    let apart = try segments(Self.sound("llhll")) { $0.mergeGap = .milliseconds(500) }
    expect(apart, toFind: [("low", 0, 2), ("high", 2, 3), ("low", 3, 5)])
    let merged = try segments(Self.sound("llhll")) { $0.mergeGap = .milliseconds(1200) }
    expect(merged, toFind: [("low", 0, 5)])
  }

  @Test func liveStartsComeSoonAfterTheSound() throws {
    let request = SegmentSoundRequest(model: model)
    let analyzer = try StreamAnalyzer(sampleRate: 8_000)
    let observer = RecordingObserver()
    try analyzer.add(request, withObserver: observer)
    let sound = Self.sound("lh")
    var heardAfter: [String: Int] = [:]
    for start in stride(from: 0, to: sound.count, by: 80) {
      try analyzer.feed(sound, in: [start..<start + 80])
      for event in observer.segmentEvents where event.event == .started {
        heardAfter[event.label] = heardAfter[event.label] ?? start + 80
      }
    }
    let high = try #require(heardAfter["high"])
    // The request's own words: about half a second.
    #expect(Double(high - 8000) / 8000 <= 0.5, "\(high - 8000) frames late")
  }

  /// Row 17, for segments.
  @Test func noSegmentStraddlesAGap() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 8_000)
    let observer = RecordingObserver()
    try analyzer.add(SegmentSoundRequest(model: model), withObserver: observer)
    try analyzer.feed(Self.sound("l"))
    try analyzer.feed(Self.sound("l"), from: 50_000)
    analyzer.completeAnalysis()
    #expect(
      observer.segments.map(\.timeRange.start.frame) == [0, 50_000])
    #expect(observer.segments.map(\.timeRange.end.frame) == [8000, 58_000])
  }

  @Test func aRequestAddedLaterBeginsWhereItJoins() throws {
    let analyzer = try StreamAnalyzer(sampleRate: 8_000)
    let (first, second) = (RecordingObserver(), RecordingObserver())
    try analyzer.add(SegmentSoundRequest(model: model), withObserver: first)
    try analyzer.feed(Self.sound("ll"))
    try analyzer.add(SegmentSoundRequest(model: model), withObserver: second)
    try analyzer.feed(Self.sound("hh"), from: 16_000)
    analyzer.completeAnalysis()
    #expect(second.segments.map(\.label) == ["high"])
    let start = try #require(second.segments.first).timeRange.start.frame
    #expect((16_000..<16_320).contains(start))
    #expect(first.segments.map(\.label) == ["low", "high"])
  }

  @Test func negativeDurationsCountAsNone() {
    let request = SegmentSoundRequest(model: model)
    request.minimumDuration = .seconds(-1)
    request.mergeGap = .seconds(-1)
    #expect(request.minimumDuration == .zero)
    #expect(request.mergeGap == .zero)
  }
}
