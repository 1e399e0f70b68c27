import SoundClassification
import Testing

@testable import SoundTraining

@Suite struct ClipSetTests {
  private func clip(
    _ label: String, _ number: Int, seconds: Double = 1, moments: Int = 2,
    identifier: String = "version1"
  ) -> TrainingClip {
    let first = number + 10 * label.utf8.reduce(0) { $0 + Int($1) }
    let values = (0..<moments * 128).map { Float($0 + first) }
    return TrainingClip(
      label: label, name: "\(label)\(number)", embeddings: values, width: 128,
      heardDuration: seconds, modelIdentifier: identifier)
  }

  private func clips(_ label: String, count: Int = 4, seconds: Double = 1) -> [TrainingClip] {
    (0..<count).map { clip(label, $0, seconds: seconds) }
  }

  private func error(_ clips: [TrainingClip]) throws -> TrainingError? {
    let base = try SoundModel.builtIn(.version1)
    do throws(TrainingError) {
      _ = try ClipSet(clips, model: base, options: .init())
      return nil
    } catch {
      return error
    }
  }

  @Test func goodClipsPass() throws {
    #expect(try error(clips("a") + clips("b")) == nil)
  }

  @Test func noLabelIsTooFew() throws {
    #expect(
      try error([])
        == TrainingError(
          .tooFewLabels,
          "There are no labels; a model needs at least two to tell apart. Other sounds can be one of"
            + " them."))
  }

  @Test func oneLabelIsTooFew() throws {
    let error = try error(clips("a"))
    #expect(error?.code == .tooFewLabels)
    #expect(error?.message.hasPrefix("There is only the label a;") == true)
  }

  @Test(arguments: ["silence", "Silence", " SILENCE "])
  func silenceIsReserved(_ label: String) throws {
    let error = try error(clips("a") + clips(label))
    #expect(error?.code == .unusableLabel)
    #expect(error?.message.contains("silence is told by its level") == true)
  }

  @Test(arguments: [" ", "a\u{7}", String(repeating: "x", count: 257)])
  func labelsMustBeNames(_ label: String) throws {
    #expect(try error(clips("a") + clips(label))?.code == .unusableLabel)
  }

  @Test(arguments: [("Dog", "dog"), ("dog bark", "dog  Bark"), ("dog ", "dog")])
  func labelsThatLookAlikeClash(_ left: String, _ right: String) throws {
    let error = try error(clips(left) + clips(right))
    #expect(error?.code == .clashingLabels)
    #expect(error?.message.contains("differ only in capitals or blanks") == true)
  }

  @Test func fewClipsAreTooFew() throws {
    #expect(
      try error(clips("a") + clips("b", count: 3))
        == TrainingError(
          .tooFewClips,
          "The label b has 3 usable recordings; it needs at least 4, of which some are held out for"
            + " testing."))
  }

  @Test func silentClipsDoNotCount() throws {
    let silent = clip("b", 9, seconds: 0, moments: 0)
    #expect(try error(clips("a") + clips("b", count: 3) + [silent])?.code == .tooFewClips)
  }

  @Test func theSameSoundCountsOnce() throws {
    #expect(
      try error(clips("a") + clips("b", count: 3) + [clip("b", 0)])?.code == .tooFewClips)
  }

  @Test func littleSoundIsTooLittle() throws {
    #expect(
      try error(clips("a") + clips("b", seconds: 0.4))
        == TrainingError(
          .tooLittleSound,
          "The recordings of b hold only 1.6 s of sound that is not silence; at least 2.0 s are"
            + " needed."))
  }

  @Test func theSameSoundCannotHaveTwoLabels() throws {
    let twin = TrainingClip(
      label: "b", name: "twin", embeddings: clip("a", 1).embeddings, width: 128, heardDuration: 1,
      modelIdentifier: "version1")
    #expect(
      try error(clips("a") + clips("b") + [twin])
        == TrainingError(
          .contradictoryClips,
          "a1 and twin are the same sound, but one is labelled a and the other b. Keep one of them."
        )
    )
  }

  @Test func clipsOfAnotherModelAreRefused() throws {
    let error = try error(clips("a") + [clip("b", 0, identifier: "other")])
    #expect(error?.code == .otherModel)
    #expect(
      error?.message == "b0 was heard with other, but version1 are to be built upon.")
  }
}
