internal import SoundClassification
internal import SoundSignal

/// A recording with its label, as the network hears it: the raw material of ``ModelTrainer``.
///
/// It holds up to 25 embeddings of the network for each second of sound that is not silent, some
/// 13 kB with the bundled model, and no more than ``maximumMomentCount``.
///
/// *Thread-safe*: a value.
public struct TrainingClip: Sendable {
  /// What is heard in the recording.
  public let label: String
  /// What messages call the recording.
  public let name: String
  /// The length of the recording in seconds.
  public let duration: Double
  /// How much of it was not silent, in seconds.
  public let heardDuration: Double
  /// How many moments are held for training.
  public var momentCount: Int { embeddings.count / width }

  /// What the network says of each moment, one moment after the other.
  let embeddings: [Float]
  /// How many numbers a moment has.
  let width: Int
  /// The model that heard the recording.
  let modelIdentifier: String

  /// The most moments that are held of one recording: about three minutes. Of longer ones, moments
  /// are left out evenly, so that no recording fills the memory or drowns the others.
  public static let maximumMomentCount = 4_500

  /// Reads a recording to its end.
  /// - Parameter model: what hears it; only its embeddings count.
  init(
    _ source: any AudioSource, label: String, name: String, model: SoundModel
  ) throws {
    let format = source.format
    let decoder = SampleDecoder(format: format, mix: .channel(0))
    let samples = FloatMemory(count: Self.pieceLength)
    var reader = EmbeddingReader(model, sampleRate: format.sampleRate)
    var heard = Heard(width: model.embeddingCount)
    var buffer = PCMBuffer(format: format)
    var (expected, frameCount): (Int64?, Int64) = (nil, 0)
    while let position = try source.read(into: &buffer) {
      if let end = expected, position != end {
        // What lies on both sides of a gap does not belong together.
        reader.finish()
        heard.append(reader)
        reader = EmbeddingReader(model, sampleRate: format.sampleRate)
      }
      expected = position + Int64(buffer.frameCount)
      frameCount += Int64(buffer.frameCount)
      unsafe buffer.withBytes { bytes in
        for first in stride(from: 0, to: buffer.frameCount, by: Self.pieceLength) {
          let count = min(Self.pieceLength, buffer.frameCount - first)
          let piece = unsafe UnsafeMutableBufferPointer(rebasing: samples.buffer[..<count])
          unsafe decoder.decode(bytes, frameCount: buffer.frameCount, from: first, into: piece)
          unsafe reader.process(UnsafeBufferPointer(piece))
        }
      }
    }
    reader.finish()
    heard.append(reader)

    let manifest = model.manifest
    duration = Double(frameCount) / Double(format.sampleRate)
    heardDuration = min(duration, manifest.momentDuration * Double(heard.levels.count))
    embeddings = heard.selected(clipRange: Float(manifest.segmentation.clipRange))
    width = model.embeddingCount
    modelIdentifier = manifest.identifier
    self.label = label
    self.name = name
  }

  private static let pieceLength = 4096

  /// Makes a clip of embeddings.
  init(
    label: String, name: String, embeddings: [Float], width: Int, heardDuration: Double,
    modelIdentifier: String
  ) {
    self.label = label
    self.name = name
    self.embeddings = embeddings
    self.width = width
    self.heardDuration = heardDuration
    duration = heardDuration
    self.modelIdentifier = modelIdentifier
  }
}

/// Collects what was heard on both sides of gaps.
private struct Heard {
  let width: Int
  var embeddings: [Float] = []
  var levels: [Float] = []

  init(width: Int) { self.width = width }

  mutating func append(_ reader: borrowing EmbeddingReader) {
    embeddings += reader.embeddings
    levels += reader.levels
  }

  /// The moments that are worth learning from, evenly thinned out to the most that a clip holds.
  func selected(clipRange: Float) -> [Float] {
    let lowest = (levels.max() ?? 0) - clipRange
    let loud = levels.indices.filter { levels[$0] > lowest }
    let count = min(loud.count, TrainingClip.maximumMomentCount)
    if count == levels.count { return embeddings }
    var result: [Float] = []
    result.reserveCapacity(count * width)
    for index in 0..<count {
      let place = loud[index * loud.count / count] * width
      result += embeddings[place..<place + width]
    }
    return result
  }
}
