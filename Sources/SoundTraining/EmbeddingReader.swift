internal import SoundClassification
internal import SoundSignal
internal import SoundSpectra

/// Hears one signal as an analysis does, and keeps what the network's last layer read of every moment
/// that is not silent.
///
/// *Confined*.
struct EmbeddingReader: ~Copyable {
  /// Where a file's network has as much to do at once, it is no faster with more.
  private static let scoresPerBlock = 16

  private var spectra: SpectralFrontEnd
  private var scores: ScoreStream
  /// The embeddings of the moments so far, one after the other.
  private(set) var embeddings: [Float] = []
  /// The level of each of them, in decibels relative to full scale.
  private(set) var levels: [Float] = []

  init(_ model: SoundModel, sampleRate: Int) {
    spectra = SpectralFrontEnd(model.manifest.frontEnd, sampleRate: sampleRate)
    scores = ScoreStream(model, scoresPerBlock: Self.scoresPerBlock)
  }

  mutating func process(_ samples: UnsafeBufferPointer<Float>) {
    unsafe spectra.process(samples) { bands, frame in
      unsafe scores.accept(bands, level: frame.level, meanSquare: frame.meanSquare) {
        unsafe Self.keep($0, &embeddings, &levels)
      }
    }
  }

  mutating func finish() {
    unsafe spectra.finish { bands, frame in
      unsafe scores.accept(bands, level: frame.level, meanSquare: frame.meanSquare) {
        unsafe Self.keep($0, &embeddings, &levels)
      }
    }
    unsafe scores.finish { unsafe Self.keep($0, &embeddings, &levels) }
  }

  private static func keep(
    _ score: borrowing Score, _ embeddings: inout [Float], _ levels: inout [Float]
  ) {
    guard unsafe !score.isSilent else { return }
    unsafe embeddings.append(contentsOf: score.embedding)
    levels.append(unsafe score.level)
  }
}
