import AudioTestSupport
import SoundSpectra

@testable import SoundClassification

/// Everything that a model says about a sound, for tests to look at.
struct ScoreRecording {
  struct Moment: Equatable {
    var index: Int64
    var independent: [Float]
    var exclusive: [Float]
    var level: Float
    var isSilent: Bool
    var embedding: [Float]
  }

  var moments: [Moment] = []

  init(
    of samples: [Float], sampleRate: Int, _ model: SoundModel, in pieces: [Range<Int>]? = nil,
    scoresPerBlock: Int = 4, silenceLevel: Double? = nil
  ) {
    var spectra = SpectralFrontEnd(model.manifest.frontEnd, sampleRate: sampleRate)
    var scores = ScoreStream(model, silenceLevel: silenceLevel, scoresPerBlock: scoresPerBlock)
    for piece in pieces ?? [samples.indices] {
      unsafe samples[piece].withUnsafeBufferPointer { samples in
        unsafe spectra.process(samples) { bands, frame in
          unsafe scores.accept(bands, level: frame.level, meanSquare: frame.meanSquare) { score in
            unsafe moments.append(Moment(score))
          }
        }
      }
      unsafe scores.runWaiting { score in unsafe moments.append(Moment(score)) }
    }
    unsafe spectra.finish { bands, frame in
      unsafe scores.accept(bands, level: frame.level, meanSquare: frame.meanSquare) { score in
        unsafe moments.append(Moment(score))
      }
    }
    unsafe scores.finish { score in unsafe moments.append(Moment(score)) }
  }
}

extension ScoreRecording.Moment {
  init(_ score: borrowing Score) {
    unsafe self.init(
      index: score.index, independent: Array(score.independent),
      exclusive: Array(score.exclusive), level: score.level, isSilent: score.isSilent,
      embedding: Array(score.embedding))
  }

  init(
    index: Int64, independent: [Float], exclusive: [Float], level: Float = -20,
    isSilent: Bool = false
  ) {
    self.init(
      index: index, independent: independent, exclusive: exclusive, level: level,
      isSilent: isSilent, embedding: [])
  }

  /// Lends the moment as the score that a stream would give.
  func withScore(_ body: (borrowing Score) -> Void) {
    unsafe independent.withUnsafeBufferPointer { independent in
      unsafe exclusive.withUnsafeBufferPointer { exclusive in
        unsafe embedding.withUnsafeBufferPointer { embedding in
          unsafe body(
            Score(
              index: index, independent: independent, exclusive: exclusive, level: level,
              isSilent: isSilent, embedding: embedding))
        }
      }
    }
  }
}
