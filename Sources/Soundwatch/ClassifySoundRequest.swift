public import SoundClassification
internal import Synchronization

/// Asks how sure the classifier is of each label, window by window.
///
/// *Thread-safe*.
public final class ClassifySoundRequest: SoundRequest {
  let model: SoundModel
  private let settings: Mutex<Settings>

  struct Settings: Sendable {
    var windowDuration: Duration = .seconds(3)
    var overlapFactor = 0.5
    var padsFinalWindow = false
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

  /// The length of a window. An unsupported value is rounded down to the nearest supported one, or up
  /// if there is no smaller. 3 seconds at first.
  public var windowDuration: Duration {
    get { settings.withLock { $0.windowDuration } }
    set {
      let duration = windowDurationConstraint.nearest(to: newValue)
      settings.withLock { $0.windowDuration = duration }
    }
  }

  /// Which window durations are supported. The network scores every moment once, whatever the window,
  /// so any duration from a tenth of a second to 15 seconds will do.
  public var windowDurationConstraint: TimeDurationConstraint {
    .durationRange(.milliseconds(100) ... .seconds(15))
  }

  /// The share of a window that the next one covers again, from 0 up to but not including 1. Values
  /// outside are moved to 0 or to 0.99. 0.5 at first. More overlap costs next to nothing.
  public var overlapFactor: Double {
    get { settings.withLock { $0.overlapFactor } }
    set {
      let factor = newValue.isFinite ? min(max(newValue, 0), 0.99) : 0
      settings.withLock { $0.overlapFactor = factor }
    }
  }

  /// Whether the end of a sound that no whole window covers makes a shorter window of its own. Off at
  /// first, so a sound shorter than a window gives no result.
  public var padsFinalWindow: Bool {
    get { settings.withLock { $0.padsFinalWindow } }
    set { settings.withLock { $0.padsFinalWindow = newValue } }
  }

  /// The level under which a sound counts as silence, in decibels relative to full scale, or `nil` for
  /// the model's own (-65 for the bundled one). Silence ends 5 dB above it.
  public var silenceLevel: Double? {
    get { settings.withLock { $0.silenceLevel } }
    set { settings.withLock { $0.silenceLevel = newValue } }
  }

  /// All labels that results can carry, in a fixed order; the last is `silence`.
  public var knownClassifications: [String] { model.labels + [silenceLabel] }

  var currentSettings: Settings { settings.withLock { $0 } }
}

/// The label of what is too quiet to be anything.
let silenceLabel = "silence"
