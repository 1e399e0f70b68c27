import AudioTestSupport
import SoundClassification
import Soundwatch
import Testing

struct ClassifySoundRequestTests {
  private let request: ClassifySoundRequest

  init() throws { request = try ClassifySoundRequest() }

  @Test func defaultsAreThoseOfTheReference() {
    #expect(request.windowDuration == .seconds(3))
    #expect(request.overlapFactor == 0.5)
    #expect(!request.padsFinalWindow)
    #expect(request.silenceLevel == nil)
  }

  /// Row 13: an unsupported duration is rounded down, or up if nothing is smaller, and read back so.
  @Test func anUnsupportedWindowDurationIsRounded() {
    let durations: [(set: Duration, read: Duration)] = [
      (.milliseconds(700), .milliseconds(700)), (.milliseconds(10), .milliseconds(100)),
      (.seconds(100), .seconds(15)), (.zero, .milliseconds(100)),
      (.seconds(-3), .milliseconds(100)),
      (.seconds(15), .seconds(15)), (.milliseconds(975), .milliseconds(975)),
    ]
    for (set, read) in durations {
      request.windowDuration = set
      #expect(request.windowDuration == read, "set to \(set)")
    }
  }

  /// Row 14: what the constraint lists is accepted unchanged.
  @Test func everyDurationOfTheConstraintIsAccepted() throws {
    guard case .durationRange(let range) = request.windowDurationConstraint else {
      Issue.record("The built-in classifier has a range of durations.")
      return
    }
    // The reference's own range is 0.5 to 15 seconds; ours holds at least that.
    #expect(range.contains(.milliseconds(500)) && range.contains(.seconds(15)))
    for duration in [range.lowerBound, .milliseconds(500), .milliseconds(1234), range.upperBound] {
      request.windowDuration = duration
      #expect(request.windowDuration == duration)
    }
  }

  /// Row 12: an overlap outside of [0, 1) is moved inside, as documented.
  @Test func anOverlapFactorOutsideItsRangeIsMovedInside() {
    for (set, read) in [
      (0.0, 0.0), (0.5, 0.5), (0.9, 0.9), (1.0, 0.99), (-0.1, 0.0), (7.0, 0.99),
      (-Double.infinity, 0), (.nan, 0),
    ] {
      request.overlapFactor = set
      #expect(request.overlapFactor == read, "set to \(set)")
    }
  }

  /// Row 25: known before any audio, in a stable order.
  @Test func labelsAreKnownBeforeAnyAudio() throws {
    let labels = ["speech", "music", "singing", "noise", "silence"]
    #expect(request.knownClassifications == labels)
    #expect(try ClassifySoundRequest().knownClassifications == labels)
    #expect(try SegmentSoundRequest().knownClassifications == labels)
  }

  @Test func anUnknownIdentifierIsAModelError() {
    let error = #expect(throws: ModelError.self) {
      try ClassifySoundRequest(
        classifierIdentifier: SoundClassifierIdentifier(rawValue: "version9"))
    }
    #expect(error?.code == .unknownIdentifier)
  }

  /// Row 27: a model of one's own brings its own labels.
  @Test func aModelOfOnesOwnBringsItsLabels() throws {
    let model = try SoundModel(bytes: TinyModel.builder().bytes())
    #expect(ClassifySoundRequest(model: model).knownClassifications == ["low", "high", "silence"])
  }
}
