import Testing

@testable import SoundwatchCLI

@Suite struct MinuteHistoryTests {
  @Test func theLoudestOfAStretchIsKept() {
    var history = MinuteHistory()
    history.add(decibels: -30, from: 1, to: 1.02)
    history.add(decibels: -20, from: 1.02, to: 1.04)
    #expect(history.decibels(from: 1, to: 1.1) == -20)
    #expect(history.decibels(from: 1.1, to: 1.2) == nil)
    #expect(history.decibels(from: 0, to: 60) == -20)
  }

  @Test func whatIsOlderThanAMinuteIsForgotten() {
    var history = MinuteHistory()
    history.add(decibels: -20, from: 1, to: 1.1)
    history.add(decibels: -40, from: 61.1, to: 61.2)
    #expect(history.decibels(from: 1, to: 1.1) == nil)
  }

  @Test func aStreamOfYearsIsNoDanger() {
    var history = MinuteHistory()
    history.add(decibels: -20, from: 0, to: 1e8)
    #expect(history.decibels(from: 1e8 - 1, to: 1e8) == -20)
  }

  @Test func theOpenLabelGoesOn() {
    var history = MinuteHistory()
    history.begin("speech", at: 2)
    #expect(history.label(at: 1.9) == nil)
    #expect(history.label(at: 50) == "speech")
    history.end(at: 10)
    #expect(history.label(at: 9.99) == "speech")
    #expect(history.label(at: 10) == nil)
    history.begin("music", at: 12)
    #expect(history.label(at: 11) == nil && history.label(at: 12) == "music")
  }
}
