package import SoundSignal

/// What a command line asks `soundwatch recognize` to do.
///
/// *Thread-safe*: a value.
package struct RecognizeOptions: Sendable, Hashable {
  /// How results are written.
  package enum Format: String, CaseIterable, Sendable {
    case text, json, csv
  }

  package var format = Format.text
  /// The services to ask too.
  package var services: [String] = []
  package var market: String?
  /// The file with the token; `nil` for the environment variable.
  package var tokenFile: String?
  /// Where the clip begins, in seconds.
  package var start = 0.0
  /// How much later the next clip begins, in seconds; `nil` for one clip.
  package var interval: Double?
  /// How the standard input stores samples, when it has no header.
  package var rawFormat: PCMFormat?
  package var verbosity = AnalyzeOptions.Verbosity.normal
  /// Files, URLs and `-`, as typed.
  package var operands: [String] = []
  /// Whether only help was asked for.
  package var wantsHelp = false

  /// Clips do not overlap.
  static let shortestInterval = 12.0

  package init() {}
}
