internal import CSoundModels
internal import FoundationEssentials
internal import SoundSpectra

/// A trained network with all that is needed to run it: the bundled one, or one read from a
/// `.soundmodel` file.
///
/// Streams share a model; each has only its own state.
///
/// *Thread-safe*: it never changes.
public final class SoundModel: Sendable {
  /// What the model says about itself.
  public let manifest: ModelManifest
  let network: Network
  let heads: ScoreHeads
  /// The weights as the file has them, for models that are derived from this one.
  let storedWeights: [UInt8]

  /// The classes that the model tells apart. Silence is not among them: it is a matter of level.
  public var labels: [String] { manifest.labels }

  /// Reads a model file.
  ///
  /// *Blocking*: reads the file.
  /// - Throws: ``ModelError`` when the file cannot be read, is damaged or is no model.
  public convenience init(contentsOf path: String) throws(ModelError) {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw ModelError(
        .unreadable, "The model \(path) cannot be read; check that the file exists and is readable."
      )
    }
    try self.init(bytes: [UInt8](data), name: path)
  }

  /// Reads a model from the bytes of its file.
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - name: what to call it in errors.
  public convenience init(bytes: [UInt8], name: String = "The model") throws(ModelError) {
    try self.init(ModelFile(bytes, name: name))
  }

  init(_ file: ModelFile) throws(ModelError) {
    let manifest = file.manifest
    func invalid(_ text: String) -> ModelError {
      ModelError(.invalid, "The model \(manifest.identifier) is invalid: \(text).")
    }
    if let problem = manifest.frontEnd.problem { throw invalid(problem) }
    let normalization = manifest.normalization
    guard normalization.kind == "attackRelease", normalization.attackTimeConstant > 0,
      normalization.releaseTimeConstant > 0, normalization.minimum < normalization.maximum,
      normalization.scale != 0
    else { throw invalid("its normalization is unknown or unusable") }
    let rules = manifest.segmentation
    guard rules.classBias.count == manifest.labels.count, (0...250).contains(rules.liveLag),
      rules.enterSilence <= rules.leaveSilence
    else { throw invalid("its segmentation constants do not fit") }
    let weights = manifest.weightFormat.decode(file.weights)
    guard weights.allSatisfy(\.isFinite) else {
      throw invalid("it has weights that are not numbers")
    }
    let plan = try NetworkPlan(manifest, weightCount: weights.count)
    heads = try ScoreHeads(manifest, outputCount: plan.outputCount)
    network = Network(plan: plan, weights: weights)
    storedWeights = file.weights
    self.manifest = manifest
  }
}

extension SoundModel {
  /// The model behind ``SoundClassifierIdentifier/version1``, which ships inside the library.
  static let bundledVersion1: SoundModel = {
    let count = soundwatch_model_version1_size
    let bytes = unsafe [UInt8](
      UnsafeBufferPointer(start: soundwatch_model_version1_bytes(), count: count))
    do {
      return try SoundModel(bytes: bytes, name: "The bundled model version1")
    } catch {
      preconditionFailure("The bundled model is damaged: \(error)")
    }
  }()
}

/// Names a built-in classifier. What a name stands for never changes: the same samples give the same
/// scores with every later version of the library.
///
/// *Thread-safe*: a value.
public struct SoundClassifierIdentifier: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String
  /// Makes an identifier from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The first bundled classifier: speech, music, singing, noise.
  public static let version1 = SoundClassifierIdentifier(rawValue: "version1")
}

extension SoundModel {
  /// The built-in model of a name.
  /// - Throws: ``ModelError`` when there is none.
  public static func builtIn(_ identifier: SoundClassifierIdentifier) throws(ModelError)
    -> SoundModel
  {
    guard identifier == .version1 else {
      throw ModelError(
        .unknownIdentifier,
        "There is no built-in classifier \(identifier.rawValue); there is version1.")
    }
    return bundledVersion1
  }
}
