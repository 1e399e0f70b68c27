public import SoundClassification
public import SoundRecognition
internal import Synchronization

/// Asks what music is heard: from when to when, which recording, from which place on.
///
/// While there is music or singing, by the scores that the other requests use too, its samples become
/// signatures, and recognizers are asked about them, one after the other: first as soon as a recognizer
/// has enough to go by, then with more if it does not know. What was recognized is followed without
/// saying it again, until something else is heard. As long as there is no music, no signature is made and
/// nobody is asked.
///
/// Catalogs on this machine answer in the call that analyzes. Other recognizers are waited for where a
/// file is analyzed, and never where a stream is: their answers come with a later buffer. Each is asked
/// one thing at a time, at its shortest and its longest duration only, because services have a price.
///
/// ```swift
/// let request = try RecognizeMusicRequest(recognizers: [CatalogRecognizer(catalog)])
/// for try await result in try analyzer.results(for: request) where result.event == .started {
///   print(result.timeRange.start.seconds, result.title ?? "?")
/// }
/// ```
///
/// *Thread-safe*.
public final class RecognizeMusicRequest: SoundRequest {
  /// Who is asked, in this order.
  public let recognizers: [any MusicRecognizer]

  let model: SoundModel
  let makeQueryMaker: @Sendable () -> any QueryMaker
  private let settings = Mutex(Settings())

  struct Settings: Sendable {
    var gate = MusicGate.Rules()
    var isGated = true
    var silenceLevel: Double?
    var timeout: Duration = .seconds(15)
    var serviceInterval: Duration = .seconds(30)
  }

  /// Makes a request for a built-in classifier.
  /// - Throws: ``/SoundClassification/ModelError`` when there is no classifier of that name.
  public convenience init(
    recognizers: [any MusicRecognizer], classifierIdentifier: SoundClassifierIdentifier = .version1
  ) throws(ModelError) {
    self.init(recognizers: recognizers, model: try SoundModel.builtIn(classifierIdentifier))
  }

  /// Makes a request for a model of your own. Its labels `music` and `singing` open the gate; a model
  /// with neither leaves it open for everything but silence.
  public convenience init(recognizers: [any MusicRecognizer], model: SoundModel) {
    self.init(recognizers: recognizers, model: model) { SignatureGenerator() }
  }

  package init(
    recognizers: [any MusicRecognizer], model: SoundModel,
    makeQueryMaker: @escaping @Sendable () -> any QueryMaker
  ) {
    self.recognizers = recognizers
    self.model = model
    self.makeQueryMaker = makeQueryMaker
  }

  /// Whether only music is given to recognizers. On at first; off, everything but silence is.
  public var isGated: Bool {
    get { settings.withLock { $0.isGated } }
    set { settings.withLock { $0.isGated = newValue } }
  }

  /// How much more music than other sound must be heard before recognizers are asked; it is not lost to
  /// them. 0.6 seconds at first.
  public var openDuration: Duration {
    get { settings.withLock { $0.gate.openDuration } }
    set { settings.withLock { $0.gate.openDuration = min(max(newValue, .zero), .seconds(2)) } }
  }

  /// How long there must be no music before it counts as ended. 2 seconds at first.
  public var closeDuration: Duration {
    get { settings.withLock { $0.gate.closeDuration } }
    set { settings.withLock { $0.gate.closeDuration = max(newValue, .zero) } }
  }

  /// How long a recognizer may take. 15 seconds at first.
  public var timeout: Duration {
    get { settings.withLock { $0.timeout } }
    set { settings.withLock { $0.timeout = max(newValue, .zero) } }
  }

  /// How long a recognizer that is no catalog on this machine is left alone after an answer. 30 seconds
  /// at first.
  public var serviceInterval: Duration {
    get { settings.withLock { $0.serviceInterval } }
    set { settings.withLock { $0.serviceInterval = max(newValue, .zero) } }
  }

  /// The level under which a sound counts as silence, in decibels relative to full scale, or `nil` for
  /// the model's own.
  public var silenceLevel: Double? {
    get { settings.withLock { $0.silenceLevel } }
    set { settings.withLock { $0.silenceLevel = newValue } }
  }

  var currentSettings: Settings { settings.withLock { $0 } }
}
