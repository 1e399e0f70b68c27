public import SoundClassification
internal import Synchronization

/// Asks where each label starts and ends. Segments follow one another without holes and overlaps.
///
/// *Thread-safe*.
public final class SegmentSoundRequest: SoundRequest {
  /// When it is decided which segment a moment belongs to.
  public enum Smoothing: Sendable, Hashable {
    /// About half a second after the moment, for sound that is heard while it happens.
    case live
    /// As soon as no later sound can change the decision, at the latest at the end: the best segments,
    /// for files. Results come in order, but seconds or minutes behind the sound.
    case wholeFile
  }

  let model: SoundModel
  private let settings: Mutex<Settings>

  struct Settings: Sendable {
    var smoothing = Smoothing.live
    var minimumDuration: Duration = .zero
    var mergeGap: Duration = .zero
    var silenceLevel: Double?
  }

  /// Makes a request for a built-in classifier.
  /// - Throws: ``/SoundClassification/ModelError`` when there is no classifier of that name.
  public convenience init(
    classifierIdentifier: SoundClassifierIdentifier = .version1
  ) throws(ModelError) {
    self.init(model: try SoundModel.builtIn(classifierIdentifier))
  }

  /// Makes a request for a model of your own.
  public init(model: SoundModel) {
    self.model = model
    settings = Mutex(Settings())
  }

  /// When decisions are made. ``Smoothing/live`` at first.
  public var smoothing: Smoothing {
    get { settings.withLock { $0.smoothing } }
    set { settings.withLock { $0.smoothing = newValue } }
  }

  /// Stretches shorter than this belong to what surrounds them. Zero at first: the smoothing alone
  /// decides.
  public var minimumDuration: Duration {
    get { settings.withLock { $0.minimumDuration } }
    set { settings.withLock { $0.minimumDuration = max(newValue, .zero) } }
  }

  /// A stretch no longer than this does not divide two stretches of one label. Zero at first.
  public var mergeGap: Duration {
    get { settings.withLock { $0.mergeGap } }
    set { settings.withLock { $0.mergeGap = max(newValue, .zero) } }
  }

  /// The level under which a sound counts as silence, in decibels relative to full scale, or `nil` for
  /// the model's own.
  public var silenceLevel: Double? {
    get { settings.withLock { $0.silenceLevel } }
    set { settings.withLock { $0.silenceLevel = newValue } }
  }

  /// All labels that results can carry, in a fixed order; the last is `silence`.
  public var knownClassifications: [String] { model.labels + [silenceLabel] }

  var currentSettings: Settings { settings.withLock { $0 } }
}
