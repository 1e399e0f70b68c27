@testable import SoundFiles
import Testing

#if MediaFiles
  struct FrameClockTests {
    private func clock(
      rate: Int = 48_000, timeBase: (Int, Int) = (1, 1000), origin: Int64 = 0
    ) -> FrameClock {
      FrameClock(
        sampleRate: rate, timeBase: (numerator: timeBase.0, denominator: timeBase.1),
        origin: origin)
    }

    @Test func roundedTimestampsDoNotMoveTheCount() {
      var clock = clock(rate: 44_100)
      var expected: Int64 = 0
      for index in 0..<10_000 {
        // Matroska rounds 1024 frames at 44.1 kHz to whole milliseconds.
        let timestamp = Int64((Double(index) * 1024 / 44.1).rounded())
        #expect(clock.place(timestamp: timestamp, frameCount: 1024) == expected)
        expected += 1024
      }
      #expect(clock.missing == 0)
    }

    @Test func aTimestampThatJumpsAheadLeavesAGap() {
      var clock = clock()
      #expect(clock.place(timestamp: 0, frameCount: 48_000) == 0)
      #expect(clock.place(timestamp: 1500, frameCount: 48_000) == 72_000)
      #expect(clock.place(timestamp: 2500, frameCount: 480) == 120_000)
      #expect(clock.missing == 24_000)
    }

    @Test func aTimestampThatGoesBackStartsANewReckoning() {
      var clock = clock()
      #expect(clock.place(timestamp: 0, frameCount: 48_000) == 0)
      #expect(clock.place(timestamp: 0, frameCount: 48_000) == 48_000)
      #expect(clock.place(timestamp: 1000, frameCount: 48_000) == 96_000)
      #expect(clock.place(timestamp: 3000, frameCount: 1) == 192_000)
    }

    @Test func absurdTimestampsAreNotBelieved() {
      var clock = clock()
      #expect(clock.place(timestamp: 0, frameCount: 100) == 0)
      #expect(clock.place(timestamp: .max, frameCount: 100) == 100)
      #expect(clock.place(timestamp: .min, frameCount: 100) == 200)
      #expect(clock.place(timestamp: .max, frameCount: 100) == 300)
      #expect(clock.place(timestamp: nil, frameCount: 100) == 400)
    }

    @Test func theFirstFramesLieAtZeroUpToTheDelayOfAnEncoder() {
      var late = clock(origin: 1000)
      #expect(late.place(timestamp: 1021, frameCount: 10) == 0)
      var later = clock(origin: 1000)
      #expect(later.place(timestamp: 1500, frameCount: 10) == 24_000)
    }

    @Test func afterASeekTheTimestampIsExact() {
      var clock = clock(timeBase: (1, 48_000), origin: 312)
      _ = clock.place(timestamp: 312, frameCount: 960)
      clock.forgetPosition()
      #expect(clock.place(timestamp: 10_312, frameCount: 960) == 10_000)
      #expect(clock.timestamp(of: 10_000) == 10_312)
    }

    @Test func skippedFramesMoveTheCount() {
      var clock = clock()
      _ = clock.place(timestamp: 0, frameCount: 960)
      clock.skip(frameCount: 960)
      #expect(clock.place(timestamp: 40, frameCount: 960) == 1920)
      #expect(clock.missing == 960)
    }
  }
#endif
