import SoundSignal
import Testing

@testable import SoundwatchCLI

@Suite struct LevelMeterTests {
  private let half = ChannelLevel(peak: 0.5, meanSquare: 0.25)

  @Test func itGoesUpAtOnceAndDownSlowly() {
    var meter = LevelMeter()
    meter.add([half], seconds: 0.01)
    #expect(abs(meter.decibels + 6.02) < 0.01)
    meter.add([ChannelLevel()], seconds: 0.5)
    #expect(abs(meter.decibels + 18.02) < 0.01)
    for _ in 0..<10 { meter.add([ChannelLevel()], seconds: 0.5) }
    #expect(meter.decibels == LevelMeter.floor)
  }

  @Test func thePeakIsHeldAndThenFalls() {
    var meter = LevelMeter()
    meter.add([half], seconds: 0.01)
    meter.add([ChannelLevel()], seconds: 1.4)
    #expect(abs(meter.peakDecibels + 6.02) < 0.01)
    meter.add([ChannelLevel()], seconds: 0.5)
    #expect(abs(meter.peakDecibels + 18.02) < 0.01)
  }

  @Test func theLoudestChannelCounts() {
    var meter = LevelMeter()
    meter.add([ChannelLevel(), half], seconds: 0.01)
    #expect(abs(meter.peakDecibels + 6.02) < 0.01)
  }

  @Test func damagedSamplesAreNoDanger() {
    var meter = LevelMeter()
    meter.add([ChannelLevel(peak: .nan, meanSquare: .infinity)], seconds: 0.1)
    #expect(meter.decibels == 0 && meter.peakDecibels == LevelMeter.floor)
  }
}
