import Testing

@testable import SoundRecognition

@Suite struct AttemptScheduleTests {
  private func lengths(_ minimum: Double, _ maximum: Double) -> [Double] {
    var schedule = AttemptSchedule(minimum: minimum, maximum: maximum)
    var lengths = [schedule.length]
    while schedule.grow() { lengths.append((schedule.length * 100).rounded() / 100) }
    return lengths
  }

  @Test func attemptsGrowFromTheShortestToTheLongest() {
    #expect(lengths(3, 12) == [3, 4.2, 5.88, 8.23, 12])
    #expect(lengths(1, 3) == [1, 1.5, 2.1, 3])
  }

  @Test func oneLengthMeansOneAttempt() {
    #expect(lengths(5, 5) == [5])
    #expect(lengths(5, 4) == [5])
  }

  @Test func postponingStopsAtTheLongest() {
    var schedule = AttemptSchedule(minimum: 3, maximum: 3.25)
    schedule.postpone(by: 0.1)
    #expect(schedule.length == 3.1 && !schedule.isLongest)
    for _ in 0..<5 { schedule.postpone(by: 0.1) }
    #expect(schedule.length == 3.25 && schedule.isLongest)
    schedule.restart()
    #expect(schedule.length == 3)
  }
}
