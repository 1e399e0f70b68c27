import SoundSignal
import Testing

struct RecentAudioTests {
  private func buffer(_ count: Int, rate: Int = 8000) throws -> PCMBuffer {
    try PCMBuffer([Float](repeating: 0, count: count), sampleRate: rate)
  }

  @Test func keepsTheNewest() throws {
    var recent = RecentAudio(.milliseconds(100))
    for index in 0..<10 { recent.append(try buffer(300), at: Int64(index * 300)) }
    // 800 frames are wanted, and three buffers hold them.
    #expect(recent.buffers.map(\.position) == [2100, 2400, 2700])
  }

  @Test func keepsNothingWhenNothingIsWanted() throws {
    var recent = RecentAudio(.zero)
    recent.append(try buffer(300), at: 0)
    #expect(recent.buffers.isEmpty)
  }

  @Test func anotherFormatBeginsAnew() throws {
    var recent = RecentAudio(.seconds(1))
    recent.append(try buffer(300), at: 0)
    recent.append(try buffer(300, rate: 16_000), at: 300)
    #expect(recent.buffers.map(\.position) == [300])
  }
}
