import AudioTestSupport
import Testing

@testable import SoundClassification

struct WindowPoolerTests {
  private let manifest: ModelManifest

  init() throws { manifest = try SoundModel.builtIn(.version1).manifest }

  private typealias Moment = ScoreRecording.Moment

  /// Feeds the moments of a sound and gives its windows.
  private func windows(
    _ moments: [Moment], end: Int64, sampleRate: Int = 16_000, start: Int64 = 0,
    length: Int64, hop: Int64, padsFinalWindow: Bool = false
  ) -> [WindowPooler.Window] {
    var pooler = WindowPooler(
      manifest, sampleRate: sampleRate, start: start, windowLength: length, hop: hop)
    var windows: [WindowPooler.Window] = []
    // The length of a sound is known before its last moments have their scores.
    for (index, moment) in moments.enumerated() {
      if index == moments.count - 1 { pooler.signalEnds(at: end) }
      unsafe moment.withScore { unsafe pooler.accept($0) { windows.append($0) } }
    }
    pooler.signalEnds(at: end)
    pooler.finish(padsFinalWindow: padsFinalWindow) { windows.append($0) }
    return windows
  }

  private func moment(
    _ index: Int64, _ value: Float = 0.5, level: Float = -20, silent: Bool = false
  )
    -> Moment
  {
    Moment(
      index: index, independent: [value, 0, 0, 0], exclusive: [value, 0, 0, 1 - value],
      level: level, isSilent: silent)
  }

  /// As many moments as a sound of `end` frames has.
  private func moments(end: Int64, sampleRate: Int) -> [Moment] {
    let grid = MomentGrid(manifest, sampleRate: sampleRate)
    return (0..<Int64.max).lazy.prefix { grid.start(of: $0) < end }.map { moment($0) }
  }

  /// Row 11: floor((n - w) / hop) + 1 windows, at 0, hop, 2 hop …
  @Test(arguments: [8_000, 11_025, 16_000, 44_100, 48_000])
  func windowsStartEveryHopUntilTheEnd(sampleRate: Int) {
    var generator = SeededGenerator(seed: UInt64(sampleRate))
    for _ in 0..<60 {
      let length = Int64.random(
        in: Int64(sampleRate / 10)...Int64(sampleRate * 3), using: &generator)
      let hop = Int64.random(in: max(length / 100, 1)...length, using: &generator)
      let end = Int64.random(in: 0...length * 4, using: &generator)
      let windows = windows(
        moments(end: end, sampleRate: sampleRate), end: end, sampleRate: sampleRate,
        length: length, hop: hop)
      let count = end < length ? 0 : (end - length) / hop + 1
      #expect(
        windows.map(\.start) == (0..<count).map { $0 * hop },
        "\(end) frames, windows of \(length) every \(hop) at \(sampleRate) Hz")
      #expect(windows.allSatisfy { $0.frameCount == length })
    }
  }

  @Test func aWindowBeginsWhereARequestJoinsTheSound() {
    let windows = windows(
      moments(end: 64_000, sampleRate: 16_000), end: 64_000, start: 10_007, length: 16_000,
      hop: 8000)
    #expect(windows.map(\.start) == [10_007, 18_007, 26_007, 34_007, 42_007])
  }

  @Test func whatNoWindowCoveredMakesAShorterOneOnlyWhenAskedFor() throws {
    let sound = moments(end: 20_000, sampleRate: 16_000)
    #expect(windows(sound, end: 20_000, length: 16_000, hop: 8000).count == 1)
    let padded = windows(sound, end: 20_000, length: 16_000, hop: 8000, padsFinalWindow: true)
    #expect(padded.map(\.start) == [0, 8000])
    #expect(padded.map(\.frameCount) == [16_000, 12_000])
    let exact = windows(
      moments(end: 24_000, sampleRate: 16_000), end: 24_000, length: 16_000, hop: 8000,
      padsFinalWindow: true)
    #expect(exact.map(\.frameCount) == [16_000, 16_000])
    let short = windows(
      moments(end: 5000, sampleRate: 16_000), end: 5000, length: 16_000, hop: 8000,
      padsFinalWindow: true)
    #expect(short.map(\.frameCount) == [5000])
  }

  @Test func aConstantScoreIsTheConfidence() throws {
    let window = try #require(
      windows((0..<25).map { moment($0, 0.75) }, end: 16_000, length: 16_000, hop: 16_000).first)
    #expect(window.confidences.count == 5)
    #expect(abs(window.confidences[0] - 0.75) < 1e-5)
    #expect(window.confidences[4] == 0)
    #expect(window.primary == 0)
  }

  @Test func theShareOfSilentMomentsIsTheConfidenceOfSilence() throws {
    for silentCount in 0...25 {
      let moments = (0..<25).map { moment($0, silent: $0 < silentCount) }
      let window = try #require(
        windows(moments, end: 16_000, length: 16_000, hop: 16_000).first)
      #expect(abs(window.confidences[4] - Float(silentCount) / 25) < 1e-6)
    }
    let silent = try #require(
      windows(
        (0..<25).map { moment($0, silent: true) }, end: 16_000, length: 16_000, hop: 16_000
      ).first)
    #expect(silent.confidences[4] == 1)
    #expect(silent.primary == 4)
    // What the network makes of the faint rest counts a tenth.
    #expect(silent.confidences.dropLast().allSatisfy { $0 <= 0.1 })
  }

  @Test func momentsFarBelowTheLoudestDoNotCount() throws {
    let quiet = Float(-20 - manifest.segmentation.clipRange - 1)
    let moments = (0..<25).map { index in
      index < 5 ? moment(index, 1) : moment(index, 0, level: quiet)
    }
    let window = try #require(windows(moments, end: 16_000, length: 16_000, hop: 16_000).first)
    #expect(abs(window.confidences[0] - 1) < 1e-6)
    #expect(window.primary == 0)
  }

  /// Overlapping windows read the same scores: the cost of a window does not depend on the overlap,
  /// and neither does what it says.
  @Test func aWindowSaysTheSameWhateverTheOverlap() {
    var generator = SeededGenerator(seed: 4)
    let moments = (0..<250).map { index in
      moment(index, Float(abs(generator.nextSample())), silent: index % 11 == 0)
    }
    let end: Int64 = 160_000
    let fine = windows(moments, end: end, length: 16_000, hop: 800)
    let coarse = windows(moments, end: end, length: 16_000, hop: 8000)
    for window in coarse {
      let same = fine.first { $0.start == window.start }
      #expect(same?.confidences == window.confidences)
      #expect(same?.primary == window.primary)
    }
  }
}
