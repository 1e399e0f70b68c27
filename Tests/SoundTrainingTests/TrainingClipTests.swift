import SoundClassification
import SoundSignal
import SoundSpectra
import Testing

@testable import SoundTraining

@Suite struct TrainingClipTests {
  private func embeddingsOfTheStream(_ samples: [Float], _ model: SoundModel) -> [Float] {
    var spectra = SpectralFrontEnd(
      model.manifest.frontEnd, sampleRate: SyntheticSound.sampleRate)
    var stream = ScoreStream(model, scoresPerBlock: 4)
    var result: [Float] = []
    func accept(
      _ bands: UnsafeBufferPointer<Float>, _ frame: LogMelStream.Frame,
      _ stream: inout ScoreStream
    ) {
      unsafe stream.accept(bands, level: frame.level, meanSquare: frame.meanSquare) { score in
        if unsafe !score.isSilent { unsafe result.append(contentsOf: score.embedding) }
      }
    }
    unsafe samples.withUnsafeBufferPointer { samples in
      unsafe spectra.process(samples) { unsafe accept($0, $1, &stream) }
    }
    unsafe spectra.finish { unsafe accept($0, $1, &stream) }
    unsafe stream.finish { score in
      if unsafe !score.isSilent { unsafe result.append(contentsOf: score.embedding) }
    }
    return result
  }

  @Test func embeddingsAreThoseOfTheStream() throws {
    let model = try SoundModel.builtIn(.version1)
    let samples = SyntheticSound.beeps.samples(1)
    let clip = try TrainingClip(SampleSource(samples), label: "a", name: "a", model: model)
    #expect(clip.momentCount == 30)
    #expect(clip.embeddings == embeddingsOfTheStream(samples, model))
  }

  @Test func embeddingsDoNotDependOnTheBuffers() throws {
    let model = try SoundModel.builtIn(.version1)
    let samples = SyntheticSound.clicks.samples(2)
    let clips = try [37, 5_000, 100_000].map {
      try TrainingClip(
        SampleSource(samples, bufferLength: $0), label: "a", name: "a", model: model)
    }
    #expect(clips[0].embeddings == clips[1].embeddings)
    #expect(clips[0].embeddings == clips[2].embeddings)
  }

  @Test func silenceIsLeftOut() throws {
    let model = try SoundModel.builtIn(.version1)
    let samples = [Float](repeating: 0, count: 16_000)
    let silent = try TrainingClip(SampleSource(samples), label: "a", name: "a", model: model)
    #expect(silent.momentCount == 0 && silent.heardDuration == 0 && silent.duration == 1)
    let partly = try TrainingClip(
      SampleSource(SyntheticSound.hum.samples(1, seconds: 1) + samples), label: "a", name: "a",
      model: model)
    #expect(partly.duration == 2)
    #expect((25...27).contains(partly.momentCount), "\(partly.momentCount)")
  }

  @Test func whatLiesBehindAGapBeginsAnew() throws {
    let model = try SoundModel.builtIn(.version1)
    let samples = SyntheticSound.beeps.samples(3, seconds: 1.6)
    let gap = try TrainingClip(
      SampleSource(samples, gapBehind: 12_800), label: "a", name: "a", model: model)
    let parts = [Array(samples[..<12_800]), Array(samples[12_800...])].flatMap {
      embeddingsOfTheStream($0, model)
    }
    #expect(gap.embeddings == parts)
  }
}
