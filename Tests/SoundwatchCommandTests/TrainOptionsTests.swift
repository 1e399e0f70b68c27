import Testing

@testable import SoundwatchCLI

@Suite struct TrainOptionsTests {
  @Test func everythingCanBeSaid() throws {
    let options = try TrainOptions([
      "sounds", "-o", "out/my.model.soundmodel", "--force", "--name", "Doors", "--validation=0.3",
      "--window", "2", "--epochs", "5", "--seed", "7", "--model", "base.soundmodel", "-j", "3",
      "-q",
    ])
    var expected = TrainOptions()
    expected.folder = "sounds"
    expected.output = "out/my.model.soundmodel"
    expected.replacesOutput = true
    expected.name = "Doors"
    expected.heldOutShare = 0.3
    expected.windowDuration = 2
    expected.maximumEpochCount = 5
    expected.seed = 7
    expected.modelPath = "base.soundmodel"
    expected.jobs = 3
    expected.verbosity = .quiet
    #expect(options == expected)
  }

  @Test func theModelIsCalledLikeItsFile() throws {
    #expect(try TrainOptions(["a", "-o", "out/my.model.soundmodel"]).modelName == "my.model")
    #expect(try TrainOptions(["a", "-o", ".hidden"]).modelName == ".hidden")
    #expect(try TrainOptions(["a", "-o", "x.soundmodel", "--name", "Y"]).modelName == "Y")
  }

  @Test(arguments: [
    (["-o", "m"], "Name the folder"),
    (["a"], "Say where to write the model: --output my.soundmodel."),
    (["a", "b", "-o", "m"], "There is one word too many: b."),
    (["a", "-o", "m", "--validation", "0.6"], "--validation: \"0.6\" is not a number from 0.05"),
    (["a", "-o", "m", "--epochs", "0"], "--epochs: \"0\" is not a whole number from 1"),
    (["a", "-o", "m", "--seed", "x"], "--seed: \"x\" is not a whole number"),
    (["a", "-o", ""], "--output: The name of the file is empty."),
    (["a", "--ouput", "m"], "Did you mean --output?"),
  ])
  func whatIsWrongIsSaid(_ arguments: [String], _ explanation: String) {
    let error = #expect(throws: UsageError.self) { try TrainOptions(arguments) }
    #expect(error?.message.contains(explanation) == true, "\(error?.message ?? "")")
    #expect(error?.command == "train")
  }
}
