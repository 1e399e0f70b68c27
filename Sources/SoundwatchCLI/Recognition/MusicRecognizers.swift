import SoundRecognition
import Soundwatch
import Synchronization

#if AudD
  import AudDRecognition
#endif

/// Those who are asked which recordings are heard, as a command line names them: catalogs first, then a
/// service.
///
/// *Thread-safe*.
final class MusicRecognizers: Sendable {
  /// In the order in which they are asked.
  let all: [any MusicRecognizer]
  private let warnings: WarningRelay
  private let isPaused: @Sendable () -> Bool

  /// Opens everything that the options name.
  ///
  /// *Blocking*: reads files.
  /// - Throws: an error about a catalog that cannot be used, or a ``UsageError`` about a missing token.
  init(_ options: RecognizerOptions) throws {
    let warnings = WarningRelay()
    var all: [any MusicRecognizer] = []
    for path in options.catalogs { all.append(try OpenedCatalog(path).recognizer()) }
    var isPaused: @Sendable () -> Bool = { false }
    #if AudD
      if options.service == .audd {
        let audd = try AudDAccess.recognizer(tokenFile: options.tokenFile) { warnings.pass($0) }
        all.append(audd)
        isPaused = { audd.pause != nil }
      }
    #endif
    self.all = all
    self.warnings = warnings
    self.isPaused = isPaused
  }

  /// Says who is told in words when a recognizer pauses.
  func onWarning(_ body: @escaping @Sendable (String) -> Void) { warnings.onWarning(body) }

  /// What has to be said of a result; `nil` where nothing has failed, or a pause has been told already.
  func complaint(about result: MusicResult) -> String? {
    guard result.event == .failed, !isPaused(), let error = result.error else { return nil }
    let name = result.recognizer.map { "\($0): " } ?? ""
    let words = (error as? RecognitionError)?.message ?? "\(error)"
    return words.hasPrefix(name) ? words : name + words
  }
}

/// Passes warnings on to somebody who comes later than those who warn.
///
/// *Thread-safe*.
private final class WarningRelay: Sendable {
  private let receiver = Mutex<(@Sendable (String) -> Void)?>(nil)

  func onWarning(_ body: @escaping @Sendable (String) -> Void) { receiver.withLock { $0 = body } }

  func pass(_ warning: String) { receiver.withLock { $0 }?(warning) }
}
