import Testing

@testable import SoundwatchCLI

@Suite struct NearestMatchTests {
  private let words = ["--format", "--output", "--overlap", "--windows", "--window", "--start"]

  @Test(arguments: [
    ("--fromat", "--format"), ("--foramt", "--format"), ("--outptu", "--output"),
    ("--form", "--format"), ("--windwo", "--window"), ("--stat", "--start"),
  ])
  func aTypingErrorFindsItsWord(_ typed: String, _ meant: String) {
    #expect(nearestMatch(to: typed, among: words) == meant)
  }

  @Test(arguments: ["", "--xyz", "----------------", "--q"])
  func whatIsUnlikeAnythingFindsNothing(_ typed: String) {
    #expect(nearestMatch(to: typed, among: words) == nil)
  }

  @Test func amongNothingNothingIsFound() {
    #expect(nearestMatch(to: "a", among: []) == nil)
  }
}
