import SoundClassification
import SoundRecognition
import Soundwatch

/// Makes the requests that the options of a command line ask for.
///
/// *Thread-safe*.
struct RequestFactory: Sendable {
  /// All labels that results can have, in the order of columns.
  let labels: [String]
  private let options: AnalyzeOptions
  private let model: SoundModel?

  /// Loads the model.
  ///
  /// *Blocking*: reads the model's file.
  init(_ options: AnalyzeOptions) throws {
    self.options = options
    model = try options.modelPath.map { try SoundModel(contentsOf: $0) }
    let known = try Self.classification(model).knownClassifications
    // Silence is no class of a network, and comes last in the columns.
    labels = known.filter { $0 != "silence" } + ["silence"]
  }

  /// Makes a request for one input.
  /// - Parameter isLive: whether results have to come before the sound has ended.
  func makeRequest(isLive: Bool) throws -> any SoundRequest {
    switch options.kind {
    case .windows:
      let request = try Self.classification(model)
      if let duration = options.windowDuration { request.windowDuration = .seconds(duration) }
      if let factor = options.overlapFactor { request.overlapFactor = factor }
      request.padsFinalWindow = true
      return request
    case .segments:
      let request =
        if let model {
          SegmentSoundRequest(model: model)
        } else {
          try SegmentSoundRequest(classifierIdentifier: .version1)
        }
      request.smoothing = isLive ? .live : .wholeFile
      return request
    }
  }

  /// Makes a request for what music is heard.
  func makeMusicRequest(_ recognizers: [any MusicRecognizer]) throws -> RecognizeMusicRequest {
    if let model { return RecognizeMusicRequest(recognizers: recognizers, model: model) }
    return try RecognizeMusicRequest(recognizers: recognizers)
  }

  /// Finds a label of the command line that the model does not know.
  func checkLabels() throws(UsageError) {
    for label in options.labels ?? [] where !labels.contains(label) {
      let hint = nearestMatch(to: label, among: labels).map { " Did you mean \($0)?" } ?? ""
      throw UsageError(
        "--labels: There is no label \(label); the model knows \(labels.joined(separator: ", "))."
          + hint, command: CommandSpecification.analyze.name)
    }
  }

  private static func classification(_ model: SoundModel?) throws -> ClassifySoundRequest {
    if let model { return ClassifySoundRequest(model: model) }
    return try ClassifySoundRequest(classifierIdentifier: .version1)
  }
}
