import Foundation
import SoundRecognition
import SoundSignal
import Soundwatch
import Synchronization

/// Puts what microphones and stations were recognized to play into the history of this command, which
/// `soundwatch history` shows.
///
/// *Thread-safe*. *Blocking*: waits for the disk.
struct RecognitionHistory: Sendable {
  private let library = Library(application: HistoryCommand.defaultApplication)
  /// What is listened to.
  let source: String

  /// Adds an item.
  /// - Parameter position: where in the stream it was heard, in seconds.
  /// - Returns: why that did not work, if so.
  func add(_ item: MatchedMediaItem, at position: Double, date: Date = Date()) -> String? {
    let entry = LibraryEntry(item, date: date, streamPosition: position, source: source)
    do {
      try Threads.wait { [library] in try await library.add([entry]) }
      return nil
    } catch {
      let reason = (error as? RecognitionError)?.message ?? "\(error)"
      return "The history could not be written: \(reason)"
    }
  }
}

/// Writes the history of a live command on a thread of its own, because listening does not wait for
/// disks.
///
/// *Thread-safe*.
final class HistoryListener: LiveListener {
  private let history: RecognitionHistory
  private let queue = DispatchQueue(label: "soundwatch.history")
  private let onFailure: @Sendable (String) -> Void
  private let hasFailed = Atomic<Bool>(false)

  /// - Parameter onFailure: is told once why nothing can be kept.
  init(source: String, onFailure: @escaping @Sendable (String) -> Void) {
    history = RecognitionHistory(source: source)
    self.onFailure = onFailure
  }

  func receive(_ news: LiveNews) {
    guard case .music(let play, .started, _) = news, let item = play.items.first else { return }
    let date = Date()
    queue.async { [self] in
      guard let problem = history.add(item, at: play.start.seconds, date: date) else { return }
      if !hasFailed.exchange(true, ordering: .relaxed) { onFailure(problem) }
    }
  }

  /// Waits until everything is written.
  func finish() { queue.sync {} }
}
