import Foundation
import SoundSignal
import Testing

struct ChannelLevelTests {
  @Test func measuresEachChannel() throws {
    let samples: [Int16] = (0..<2000).flatMap { [$0 % 2 == 0 ? 16_384 : -16_384, 0] }
    let levels = ChannelLevel.levels(
      of: try PCMBuffer(samples, sampleRate: 8000, channelCount: 2))
    #expect(levels == [ChannelLevel(peak: 0.5, meanSquare: 0.25), ChannelLevel()])
    #expect(abs(levels[0].decibels + 6.02) < 0.01)
    #expect(levels[1].peakDecibels == -.infinity)
  }

  @Test func anEmptyBufferIsSilent() throws {
    #expect(
      ChannelLevel.levels(of: try PCMBuffer([Float](), sampleRate: 8000)) == [ChannelLevel()])
  }
}
