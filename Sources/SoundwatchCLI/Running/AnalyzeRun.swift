import SoundFiles
import Soundwatch
import Synchronization

/// What all inputs of one `soundwatch analyze` share.
///
/// *Thread-safe*.
struct AnalyzeRun: Sendable {
  let options: AnalyzeOptions
  let requests: RequestFactory
  /// Who is asked which recordings are heard, if anybody is.
  let recognizers: MusicRecognizers?
  let messages: Messages
  let cancellation: CancellationGroup
  let output: OrderedOutput
  /// The sheet of every input, but for its name.
  let sheet: ResultSheet
  let progress: Progress?

  /// What is said of an error.
  func describe(_ error: any Error) -> String {
    let cause = (error as? AnalysisError)?.cause ?? error
    guard let error = cause as? MediaFileError else { return "\(error)" }
    return options.verbosity == .verbose ? error.description : error.message
  }
}
