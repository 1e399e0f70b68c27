import SoundSignal
import Testing

struct ChannelSelectionTests {
  private func format(_ channelCount: Int) throws -> PCMFormat {
    try PCMFormat(.int16, sampleRate: 8_000, channelCount: channelCount)
  }

  @Test func theFirstChannelAndTheAverageAreOneSignalOfAnySound() throws {
    for count in [1, 2, 32] {
      #expect(ChannelSelection.first.signalCount(of: try format(count)) == 1)
      #expect(ChannelSelection.average.signalCount(of: try format(count)) == 1)
    }
    #expect(ChannelSelection.first.mix(ofSignal: 0) == .channel(0))
    #expect(ChannelSelection.average.mix(ofSignal: 0) == .average)
  }

  @Test func aChannelThatIsNotThereGivesNoSignal() throws {
    #expect(ChannelSelection.channel(1).signalCount(of: try format(2)) == 1)
    #expect(ChannelSelection.channel(2).signalCount(of: try format(2)) == nil)
    #expect(ChannelSelection.channel(-1).signalCount(of: try format(2)) == nil)
    #expect(ChannelSelection.channel(1).mix(ofSignal: 0) == .channel(1))
  }

  @Test func eachMakesASignalOfEveryChannel() throws {
    #expect(ChannelSelection.each.signalCount(of: try format(6)) == 6)
    #expect(ChannelSelection.each.mix(ofSignal: 4) == .channel(4))
  }
}
