import AudioTestSupport
import Testing

@testable import SoundClassification

struct ScoreStreamTests {
  private let model: SoundModel

  init() throws { model = try SoundModel.builtIn(.version1) }

  @Test(arguments: [11_025, 16_000, 44_100])
  func scoresDoNotDependOnThePieces(sampleRate: Int) {
    let samples = SyntheticSound.programme(sampleRate: sampleRate, secondsEach: 0.1)
    let differences = ChunkingVerifier.differences(
      inputLength: samples.count, singleFrames: sampleRate == 16_000
    ) { ScoreRecording(of: samples, sampleRate: sampleRate, model, in: $0).moments }
    #expect(differences == [])
  }

  @Test func scoresDoNotDependOnTheLengthOfABlock() {
    let samples = SyntheticSound.programme(sampleRate: 16_000, secondsEach: 0.4)
    let single = ScoreRecording(of: samples, sampleRate: 16_000, model, scoresPerBlock: 1).moments
    for count in [2, 4, 16] {
      let moments = ScoreRecording(
        of: samples, sampleRate: 16_000, model, scoresPerBlock: count
      ).moments
      #expect(moments == single, "\(count) scores a block")
    }
  }

  @Test(arguments: [8_000, 11_025, 16_000, 44_100, 48_000, 96_000])
  func everyMomentOfASoundHasOneScore(sampleRate: Int) {
    for count in [0, 1, sampleRate / 100, sampleRate / 25, sampleRate / 25 + 1, sampleRate] {
      let samples = SyntheticSound.noise(seed: 1, count: count)
      let moments = ScoreRecording(of: samples, sampleRate: sampleRate, model).moments
      let wanted = (count * 25 + sampleRate - 1) / sampleRate
      #expect(moments.map(\.index) == (0..<Int64(wanted)).map { $0 }, "\(count) samples")
    }
  }

  @Test func levelsBelongToTheirOwnMoments() {
    // 0.4 s at -20 dB, 0.4 s of nothing: the network's look-ahead must not shift the level.
    let samples =
      SyntheticSound.sine(1000, amplitude: 0.1 * 2.0.squareRoot(), count: 6400, sampleRate: 16_000)
      + SyntheticSound.silence(count: 6400)
    let moments = ScoreRecording(of: samples, sampleRate: 16_000, model).moments
    #expect(moments.count == 20)
    for moment in moments {
      let wanted: Float = moment.index < 10 ? -20 : -120
      #expect(abs(moment.level - wanted) < 0.1, "moment \(moment.index): \(moment.level) dB")
      #expect(moment.isSilent == (moment.index >= 10))
    }
  }

  @Test func sharesOfAMomentAddUpToOne() {
    let samples = SyntheticSound.programme(sampleRate: 16_000, secondsEach: 0.3)
    for moment in ScoreRecording(of: samples, sampleRate: 16_000, model).moments {
      #expect(abs(moment.exclusive.reduce(0, +) - 1) < 1e-5)
      #expect((moment.independent + moment.exclusive).allSatisfy { (0...1).contains($0) })
    }
  }

  /// Row 27: a model of one's own.
  @Test func aHandMadeModelTellsLowFromHigh() throws {
    let tiny = try SoundModel(bytes: TinyModel.builder().bytes())
    for (frequency, label) in [(300.0, 0), (3000.0, 1)] {
      let sound = SyntheticSound.sine(frequency, count: 8000, sampleRate: 8_000)
      for moment in ScoreRecording(of: sound, sampleRate: 8_000, tiny).moments.dropFirst() {
        #expect(moment.exclusive[label] > 0.6, "\(frequency) Hz: \(moment)")
        #expect(moment.independent == moment.exclusive, "one head serves both readings")
      }
    }
  }
}
