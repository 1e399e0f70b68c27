import Testing

@testable import Soundwatch

struct MusicMomentsTests {
  @Test func theShareIsThatOfTheFramesThatAreAskedAbout() {
    var moments = MusicMoments(threshold: 0.5, sampleRate: 100)
    // One second of music, one of speech, again and again for a minute and a half.
    for moment in 0..<900 as Range<Int64> {
      let isMusic = moment / 10 % 2 == 0
      moments.accept(isMusic ? 0.5 : 0.49, from: moment * 10, to: moment * 10 + 10)
    }
    #expect(moments.share(of: 8000..<8100) == 1)
    #expect(moments.share(of: 8100..<8200) == 0)
    #expect(moments.share(of: 8050..<8150) == 0.5)
    #expect(moments.share(of: 6000..<9000) == 0.5)
    #expect(moments.share(of: 8000..<8000) == 0)
    // What is long ago is not known any more.
    #expect(moments.share(of: 0..<100) == 0)
  }
}
