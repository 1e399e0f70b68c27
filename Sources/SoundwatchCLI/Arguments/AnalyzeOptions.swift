package import SoundSignal

/// What a command line asks `soundwatch analyze` to do.
///
/// *Thread-safe*: a value.
package struct AnalyzeOptions: Sendable, Hashable {
  /// What is reported of a sound.
  package enum ResultKind: Sendable, Hashable {
    /// Stretches of one label each.
    case segments
    /// Windows of equal length with all scores.
    case windows
  }

  /// How much is said beside the results.
  package enum Verbosity: Sendable, Hashable {
    case quiet, normal, verbose
  }

  package var format = ResultFormat.text
  package var outputFolder: String?
  package var kind = ResultKind.segments
  /// The length of a window in seconds; `nil` for the library's own.
  package var windowDuration: Double?
  package var overlapFactor: Double?
  /// The labels to report; `nil` for all.
  package var labels: [String]?
  package var threshold = 0.0
  package var recognition = RecognizerOptions()
  package var channels = ChannelSelection.first
  package var track: Int?
  /// Where to begin, in seconds.
  package var start = 0.0
  /// Where to stop, in seconds.
  package var end: Double?
  /// How the standard input stores samples, when it has no header.
  package var rawFormat: PCMFormat?
  package var modelPath: String?
  /// How many inputs are analyzed at a time; `nil` for as many as there are processors.
  package var jobs: Int?
  package var verbosity = Verbosity.normal
  /// Files, folders, URLs and `-`, as typed.
  package var operands: [String] = []
  /// Whether only help was asked for.
  package var wantsHelp = false

  package init() {}
}
