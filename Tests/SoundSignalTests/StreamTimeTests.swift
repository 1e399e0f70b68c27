import AudioTestSupport
import SoundSignal
import Testing

struct StreamTimeTests {
  @Test func timesAtDifferentRatesAreComparedExactly() {
    #expect(StreamTime(frame: 1, sampleRate: 2) == StreamTime(frame: 24_000, sampleRate: 48_000))
    #expect(StreamTime(frame: 1, sampleRate: 3) < StreamTime(frame: 16_001, sampleRate: 48_000))
    #expect(StreamTime(frame: 16_000, sampleRate: 48_000) == StreamTime(frame: 1, sampleRate: 3))
    #expect(StreamTime(frame: -1, sampleRate: 8_000) < StreamTime(frame: 0, sampleRate: 44_100))
  }

  /// A `Double` cannot tell these apart.
  @Test func neighboursFarFromZeroStayDifferent() {
    let far = Int64.max / 4
    let one = StreamTime(frame: far, sampleRate: 44_100)
    let next = StreamTime(frame: far + 1, sampleRate: 44_100)
    #expect(one < next)
    #expect(one != next)
    #expect(one.seconds == next.seconds)
  }

  @Test func equalTimesHashAlike() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<1000 {
      let frame = Int64.random(in: -1_000_000...1_000_000, using: &generator)
      let rate = Int.random(in: 1...200_000, using: &generator)
      let factor = Int.random(in: 1...1000, using: &generator)
      let one = StreamTime(frame: frame, sampleRate: rate)
      let same = StreamTime(frame: frame * Int64(factor), sampleRate: rate * factor)
      #expect(one == same)
      #expect(one.hashValue == same.hashValue, "\(one) and \(same)")
    }
    let zero = StreamTime(frame: 0, sampleRate: 8_000)
    #expect(zero.hashValue == StreamTime(frame: 0, sampleRate: 44_100).hashValue)
    let lowest = StreamTime(frame: .min, sampleRate: 2)
    #expect(lowest.hashValue == StreamTime(frame: .min / 2, sampleRate: 1).hashValue)
  }

  @Test func orderIsThatOfTheFractions() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<1000 {
      let a = Int64.random(in: -1000...1000, using: &generator)
      let b = Int64.random(in: -1000...1000, using: &generator)
      let (p, q) = (
        Int.random(in: 1...50, using: &generator), Int.random(in: 1...50, using: &generator)
      )
      let isLess = a * Int64(q) < b * Int64(p)
      #expect(
        (StreamTime(frame: a, sampleRate: p) < StreamTime(frame: b, sampleRate: q)) == isLess)
    }
  }

  @Test func secondsAreTurnedIntoTheNearestFrame() {
    #expect(StreamTime(seconds: 1.5, sampleRate: 44_100).frame == 66_150)
    #expect(StreamTime(seconds: 0.00001, sampleRate: 44_100).frame == 0)
    #expect(StreamTime(seconds: -0.5, sampleRate: 8_000).frame == -4_000)
    #expect(StreamTime(frame: 66_150, sampleRate: 44_100).seconds == 1.5)
  }

  @Test func aDurationIsRoundedDownToAnAttosecond() {
    #expect(StreamTime(frame: 3, sampleRate: 2).duration == .milliseconds(1500))
    let third = StreamTime(frame: 1, sampleRate: 3).duration
    #expect(third.components.seconds == 0)
    #expect(third.components.attoseconds == 333_333_333_333_333_333)
    let before = StreamTime(frame: -1, sampleRate: 3).duration
    #expect(before == .init(secondsComponent: 0, attosecondsComponent: -333_333_333_333_333_334))
  }

  @Test func advancingCountsFramesOfTheSameRate() {
    let time = StreamTime(frame: 10, sampleRate: 44_100).advanced(by: -15)
    #expect(time.frame == -5)
    #expect(time.sampleRate == 44_100)
    #expect("\(time)" == "-5/44100")
  }

  @Test func aRangeHoldsItsStartButNotItsEnd() {
    let range = StreamTimeRange(start: StreamTime(frame: 100, sampleRate: 1000), frameCount: 50)
    #expect(range.contains(StreamTime(frame: 100, sampleRate: 1000)))
    #expect(range.contains(StreamTime(frame: 1499, sampleRate: 10_000)))
    #expect(!range.contains(StreamTime(frame: 150, sampleRate: 1000)))
    #expect(!range.contains(StreamTime(frame: 99, sampleRate: 1000)))
    #expect(range.end.frame == 150)
    #expect(range.duration == StreamTime(frame: 5, sampleRate: 100))
    #expect("\(range)" == "100/1000 ..< 150/1000")
  }
}
