import Foundation
import SoundClassification
import Soundwatch
import Testing

@testable import SoundTraining

@Suite struct ModelTrainerTests {
  /// One training that several tests look at.
  private static let trained = Result { () throws -> TrainedModel in
    var trainer = try ModelTrainer(base: .builtIn(.version1))
    trainer.options.name = "Three Kinds!"
    trainer.options.heldOutShare = 0.34
    trainer.options.maximumEpochCount = 12
    return try trainer.train(SyntheticSound.clips)
  }

  @Test func soundsThatDifferAreToldApart() throws {
    let trained = try Self.trained.get()
    #expect(trained.heldOut.accuracy == 1, "\(trained.heldOut.counts)")
    #expect(trained.heldOutClipCount == 6 && trained.trainingClipCount == 12)
    #expect(trained.model.labels == ["beeps", "clicks", "hum"])
  }

  @Test(arguments: SyntheticSound.allCases)
  func theModelServesRequests(_ kind: SyntheticSound) async throws {
    let trained = try Self.trained.get()
    let request = ClassifySoundRequest(model: trained.model)
    request.windowDuration = .seconds(1)
    let analyzer = FileAnalyzer(source: try SampleSource(kind.samples(99, seconds: 2)))
    let results = try analyzer.results(for: request)
    #expect(await analyzer.analyze())
    var count = 0
    for try await result in results {
      count += 1
      #expect(result.primaryLabel == kind.rawValue)
    }
    #expect(count > 0)
  }

  @Test func theModelMakesSegments() async throws {
    let trained = try Self.trained.get()
    let analyzer = FileAnalyzer(
      source: try SampleSource(
        SyntheticSound.hum.samples(50, seconds: 3) + SyntheticSound.clicks.samples(50, seconds: 3)))
    let results = try analyzer.results(for: SegmentSoundRequest(model: trained.model))
    #expect(await analyzer.analyze())
    var labels: [String] = []
    for try await result in results where result.event == .ended { labels.append(result.label) }
    #expect(labels.first == "hum" && labels.last == "clicks", "\(labels)")
  }

  @Test func theFileIsTheModel() throws {
    let trained = try Self.trained.get()
    let file = TemporaryFile()
    try trained.write(to: file.path)
    let model = try SoundModel(contentsOf: file.path)
    #expect(model.manifest == trained.model.manifest)
    #expect(try Array(Data(contentsOf: file.url)) == trained.bytes)
    #expect(!file.partialExists)
  }

  @Test func theIdentifierTellsNameAndContent() throws {
    let identifier = try Self.trained.get().model.manifest.identifier
    #expect(identifier.hasPrefix("three-kinds-"))
    #expect(identifier.count == "three-kinds-".count + 8)
  }

  @Test func aFileIsReplacedOnlyWhenAskedTo() throws {
    let trained = try Self.trained.get()
    let file = TemporaryFile()
    try Data("precious".utf8).write(to: file.url)
    let error = #expect(throws: TrainingError.self) { try trained.write(to: file.path) }
    #expect(error?.code == .outputExists)
    #expect(error?.message == "\(file.path) exists already and is not replaced.")
    #expect(try String(contentsOf: file.url, encoding: .utf8) == "precious")
    #expect(!file.partialExists)
    try trained.write(to: file.path, replacesExisting: true)
    #expect(try Array(Data(contentsOf: file.url)) == trained.bytes)
    #expect(!file.partialExists)
  }

  @Test func aFolderThatIsMissingIsNamed() throws {
    let trained = try Self.trained.get()
    let error = #expect(throws: TrainingError.self) {
      try trained.write(to: "/nowhere/a.soundmodel")
    }
    #expect(error?.code == .notWritable)
    #expect(error?.message == "/nowhere/a.soundmodel cannot be written: No such file or directory.")
  }

  @Test func theSameSeedGivesTheSameModel() throws {
    var trainer = try ModelTrainer(base: .builtIn(.version1))
    trainer.options.maximumEpochCount = 3
    let first = try trainer.train(SyntheticSound.clips)
    #expect(try trainer.train(SyntheticSound.clips).bytes == first.bytes)
    trainer.options.seed = 2
    #expect(try trainer.train(SyntheticSound.clips).bytes != first.bytes)
  }

  @Test func progressIsToldAndEndsTraining() throws {
    let trainer = try ModelTrainer(base: .builtIn(.version1))
    var epochs: [Int] = []
    let error = #expect(throws: TrainingError.self) {
      try trainer.train(SyntheticSound.clips) { progress in
        epochs.append(progress.epoch)
        return progress.epoch < 2
      }
    }
    #expect(epochs == [1, 2])
    #expect(error?.code == .cancelled)
  }

  @Test func aTrainedModelCanBeTheBaseOfAnother() throws {
    let base = try Self.trained.get().model
    var trainer = try ModelTrainer(base: base)
    let clips = try SyntheticSound.allCases.flatMap { kind in
      try (0..<4).map {
        try trainer.listen(
          to: SampleSource(kind.samples($0)), label: kind.rawValue + "2", name: "\($0)")
      }
    }
    trainer.options.maximumEpochCount = 5
    #expect(try trainer.train(clips).model.labels == ["beeps2", "clicks2", "hum2"])
  }
}
