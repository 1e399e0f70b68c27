internal import Glibc
internal import SoundSignal
internal import SoundSpectra

/// What the network says about one moment of a sound.
///
/// The pointers hold during the call that they are handed to.
@unsafe package struct Score {
  /// The number of the moment: it covers `index ..< index + 1` times the duration of a score.
  package var index: Int64
  /// How sure the network is of each label by itself.
  package var independent: UnsafeBufferPointer<Float>
  /// How the labels share the moment: they add up to 1.
  package var exclusive: UnsafeBufferPointer<Float>
  /// The level of the samples, in decibels relative to full scale.
  package var level: Float
  /// Whether the level gate takes the moment for silence.
  package var isSilent: Bool
  /// What the last layer of the network read.
  package var embedding: UnsafeBufferPointer<Float>
}

/// From the frames of a spectrogram to scores: level, network, heads and the silence gate.
///
/// Scores do not depend on how many frames are waiting when the network runs, to the last bit.
///
/// *Confined*; *Realtime* once made.
@safe package struct ScoreStream: ~Copyable {
  private let model: SoundModel
  private var normalizer: LevelNormalizer
  private var network: NetworkStream
  private var gate: SilenceGate
  private let scores: FloatMemory
  /// Mean squares of the moments whose scores are still to come, by index modulo the count.
  private var meanSquares: [Float]
  private let silentBands: FloatMemory
  private var waitingFrames = 0
  private var frameCount: Int64 = 0
  private var outputCount: Int64 = 0

  /// - Parameters:
  ///   - silenceLevel: where silence begins, instead of the model's own level.
  ///   - scoresPerBlock: how many scores are computed in one go when that many are waiting. More is
  ///     faster and takes more memory.
  package init(_ model: SoundModel, silenceLevel: Double? = nil, scoresPerBlock: Int) {
    self.model = model
    let manifest = model.manifest
    let hop = Double(manifest.frontEnd.hopLength) / Double(manifest.frontEnd.sampleRate)
    normalizer = LevelNormalizer(manifest.normalization, hop: hop)
    network = NetworkStream(model.network, maximumScores: scoresPerBlock)
    gate = SilenceGate(manifest.segmentation, silenceLevel: silenceLevel)
    scores = FloatMemory(count: 2 * model.labels.count)
    meanSquares = [Float](repeating: 0, count: manifest.delayInScores + scoresPerBlock + 2)
    silentBands = FloatMemory(count: manifest.frontEnd.bands)
    for band in 0..<silentBands.count {
      unsafe silentBands.base[band] = logf(Float(manifest.frontEnd.floor))
    }
  }

  /// The bytes that the network's state takes.
  package var networkByteCount: Int { network.byteCount }

  /// Takes one frame of the spectrogram, and runs the network when a whole block is waiting.
  package mutating func accept(
    _ bands: UnsafeBufferPointer<Float>, level: Float, meanSquare: Float,
    _ body: (borrowing Score) -> Void
  ) {
    let framesPerScore = model.manifest.framesPerScore
    unsafe normalizer.normalize(
      bands, level: level, into: network.input + waitingFrames * bands.count)
    let moment = Int(frameCount / Int64(framesPerScore))
    let place = moment % meanSquares.count
    let part = meanSquare / Float(framesPerScore)
    meanSquares[place] = frameCount % Int64(framesPerScore) == 0 ? part : meanSquares[place] + part
    waitingFrames += 1
    frameCount += 1
    if waitingFrames == framesPerScore * network.maximumScores { unsafe runWaiting(body) }
  }

  /// Computes the scores whose frames are complete.
  package mutating func runWaiting(_ body: (borrowing Score) -> Void) {
    let framesPerScore = model.manifest.framesPerScore
    let count = waitingFrames / framesPerScore
    guard count > 0 else { return }
    network.run(scores: count)
    let rest = waitingFrames - count * framesPerScore
    let bands = model.manifest.frontEnd.bands
    unsafe network.input.update(
      from: network.input + count * framesPerScore * bands, count: rest * bands)
    waitingFrames = rest
    let plan = model.network.plan
    for row in 0..<count {
      let index = outputCount - Int64(model.manifest.delayInScores)
      outputCount += 1
      guard index >= 0 else { continue }
      unsafe model.heads.apply(network.outputs + row * plan.outputCount, to: scores.base)
      let meanSquare = meanSquares[Int(index % Int64(meanSquares.count))]
      let level = 10 * log10f(meanSquare + 1e-12)
      let labels = model.labels.count
      unsafe body(
        Score(
          index: index,
          independent: UnsafeBufferPointer(start: scores.base, count: labels),
          exclusive: UnsafeBufferPointer(start: scores.base + labels, count: labels),
          level: level, isSilent: gate.isSilent(level: level),
          embedding: UnsafeBufferPointer(
            start: network.embeddings + row * plan.embeddingCount, count: plan.embeddingCount)))
    }
  }

  /// Feeds digital silence until every moment of the sound has its score.
  package mutating func finish(_ body: (borrowing Score) -> Void) {
    unsafe runWaiting(body)
    let framesPerScore = Int64(model.manifest.framesPerScore)
    let moments = (frameCount + framesPerScore - 1) / framesPerScore
    let needed = (moments + Int64(model.manifest.delayInScores)) * framesPerScore
    let floorLevel = logf(Float(model.manifest.frontEnd.floor))
    while frameCount < needed {
      unsafe accept(
        UnsafeBufferPointer(silentBands.buffer), level: floorLevel, meanSquare: 0, body)
    }
    unsafe runWaiting(body)
  }
}
