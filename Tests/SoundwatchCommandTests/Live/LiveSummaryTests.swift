import SoundSignal
import Testing

@testable import SoundwatchCLI

@Suite struct LiveSummaryTests {
  private func summary() -> LiveSummary {
    var summary = LiveSummary(labels: AnalyzeOption.bundledLabels)
    func segment(_ label: String, _ start: Int64, _ end: Int64) {
      summary.take(
        .segment(
          ResultRow(
            start: Milliseconds(start), end: Milliseconds(end), label: label, confidence: 1)))
    }
    segment("silence", 0, 1500)
    segment("speech", 1500, 61_500)
    // Half a second was lost.
    segment("music", 62_000, 80_500)
    segment("speech", 80_500, 100_500)
    summary.take(.framesLost(24_000, at: StreamTime(frame: 2_952_000, sampleRate: 48_000)))
    summary.take(.interrupted("gone", at: StreamTime(frame: 0, sampleRate: 48_000)))
    summary.take(
      .sound(
        [], start: StreamTime(frame: 0, sampleRate: 1000),
        end: StreamTime(frame: 100_500, sampleRate: 1000)))
    return summary
  }

  @Test func peopleReadHowMuchOfEachLabelThereWas() {
    let style = TerminalStyle(usesColor: false, usesUnicode: false, width: 80)
    #expect(
      summary().text(style: style).string == """
        1:40.000 heard, 4 segments, 24000 frames lost, 1 interruption
          ###  speech      1:20.000    80 %
          ===  music       0:18.500    19 %
          ...  silence     0:01.500     2 %

        """)
  }

  @Test func programsReadTheSame() {
    #expect(
      summary().json().string == """
        "seconds":100.000,"end":100.500,"segments":4,"framesLost":24000,"interruptions":1,\
        "labels":{"speech":{"seconds":80.000,"share":0.8000},\
        "music":{"seconds":18.500,"share":0.1850},"singing":{"seconds":0.000,"share":0.0000},\
        "noise":{"seconds":0.000,"share":0.0000},"silence":{"seconds":1.500,"share":0.0150}}
        """)
  }

  @Test func nothingHeardIsNothing() {
    let summary = LiveSummary(labels: ["a"])
    #expect(summary.share(of: "a") == 0)
    #expect(summary.heard == Milliseconds(0))
  }
}
